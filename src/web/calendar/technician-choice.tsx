import { ChevronDown } from 'lucide-react';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { TechnicianChips, type TechnicianChipsProps, TechnicianDisc } from '../technicians/technicians.tsx';

const ALL = 'Sve radnice';

const Discs = ({ technicians }: Pick<TechnicianChipsProps, 'technicians'>) => (
  <span aria-hidden="true" className="flex w-7 pl-2">
    {technicians.slice(0, 3).map((one) => (
      <i
        key={one.id}
        data-hue={one.hue}
        className="-ml-2 size-4 shrink-0 rounded-full bg-(--hue) ring-2 ring-card"
      />
    ))}
  </span>
);

/** Lets the owner choose a technician: with chips, on wide screens with a menu. */
export default function TechnicianChoice({ isRail, ...props }: TechnicianChipsProps & { isRail: boolean }) {
  const { technicians, chosen, onChoose } = props;
  const technician = technicians.find(({ id }) => id === chosen);
  const all = { label: ALL, icon: () => <Discs technicians={technicians} />, onPress: () => onChoose(null) };
  const each = technicians.map((one) => ({
    label: one.name,
    icon: () => <TechnicianDisc technician={one} />,
    onPress: () => onChoose(one.id),
  }));
  const { trigger, menu } = useMenu([all, ...each]);
  if (!isRail)
    return (
      <TechnicianChips
        {...props}
        className="order-5 w-full flex-nowrap! overflow-x-auto whitespace-nowrap [&>*]:shrink-0"
      />
    );
  return (
    <>
      <button
        {...trigger}
        type="button"
        className="order-3 flex min-h-11 items-center gap-2 rounded-pill border border-edge bg-card py-1 pr-3 pl-2 text-small font-medium whitespace-nowrap transition-colors hover:bg-blush"
      >
        {technician ? <TechnicianDisc technician={technician} /> : <Discs technicians={technicians} />}
        <span className="max-w-24 truncate">{technician?.name ?? ALL}</span>
        <ChevronDown size={16} strokeWidth={2} />
      </button>
      {menu}
    </>
  );
}
