import { Dialog } from '../ui/dialog.tsx';
import { VIEWS } from './view.ts';

const WORDS = [
  ['← →', 'Prethodno, sledeće'],
  ['T', 'Danas'],
  ['C', 'Novi termin'],
  ...VIEWS.map(({ label }, index) => [String(index + 1), label] as const),
  ['?', 'Prečice'],
] as const;

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Prečice" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {WORDS.map(([key, words]) => (
          <div key={key} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
