import { RotateCw } from 'lucide-react';
import { CLIENT_NOTICE_LABELS, CLIENT_NOTICE_TYPES } from '#salon/notices/client-notice-types.ts';
import { Button } from '../../ui/action/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { NoticeFilter } from './use-notices.ts';

const TYPES = [
  { value: '', label: 'Svi tipovi' },
  ...CLIENT_NOTICE_TYPES.map((type) => ({ value: type, label: CLIENT_NOTICE_LABELS[type] })),
];

export interface NoticeFiltersProps {
  filter: NoticeFilter;
  onUnreadOnly: (isOn: boolean) => void;
  onType: (type: string) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
}

export function NoticeFilters({ filter, onUnreadOnly, onType, onRefresh, isRefreshing }: NoticeFiltersProps) {
  return (
    <div className="mb-5 grid gap-2">
      <SelectField label="Tip" value={filter.type} onChange={onType} options={TYPES} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Samo nepročitane" isOn={filter.isUnreadOnly} onChange={onUnreadOnly} />
        <Button variant="text" isSmall isBusy={isRefreshing} onClick={onRefresh} className="-mr-3 ml-auto">
          {!isRefreshing && <RotateCw aria-hidden="true" size={18} strokeWidth={1.75} />}
          Osveži
        </Button>
      </div>
    </div>
  );
}
