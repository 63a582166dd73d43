import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { Fragment, type RefObject } from 'react';
import { cx } from '../ui/cx.ts';

export interface MenuAction {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  /** Red and below a rule: what takes something away. */
  isDanger?: boolean;
}

export interface MenuProps {
  /** The button that opened it: it stands beside that, and the focus goes back there. */
  opener: RefObject<HTMLButtonElement | null>;
  actions: readonly MenuAction[];
  onClose: () => void;
}

const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-card px-4 outline-none transition-colors data-highlighted:bg-blush';

/** A short list of what else can be done, by pointer, arrows or letters. Mounted is open. */
export default function Menu({ opener, actions, onClose }: MenuProps) {
  return (
    <BaseMenu.Root
      open
      modal={false}
      onOpenChange={(_, { event }) => {
        if (!opener.current?.contains(event.target as Node | null)) onClose(); // its own press closes it by itself
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          anchor={opener}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-30"
        >
          <BaseMenu.Popup
            finalFocus={opener}
            className="min-w-56 rounded-card border border-line bg-card p-1.5 shadow-float outline-none"
          >
            {actions.map(({ label, icon: Icon, onPress, isDanger }) => (
              <Fragment key={label}>
                {isDanger && <BaseMenu.Separator className="mx-4 my-1.5 h-px bg-line" />}
                <BaseMenu.Item onClick={onPress} className={cx(ITEM, isDanger && 'text-error')}>
                  <Icon
                    aria-hidden="true"
                    size={20}
                    strokeWidth={1.75}
                    className={cx('shrink-0', !isDanger && 'text-soft')}
                  />
                  {label}
                </BaseMenu.Item>
              </Fragment>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
