import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { LucideProps } from 'lucide-react';
import { type ComponentType, Fragment, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';

export interface MenuAction {
  label: string;
  icon: ComponentType<Pick<LucideProps, 'className'>>;
  onPress: () => void;
  /** A destructive action: red, below a separator. */
  isDanger?: boolean;
}

export interface MenuProps {
  /** The button that opened the menu; the menu is placed next to it and returns the focus to it. */
  opener: RefObject<HTMLButtonElement | null>;
  actions: readonly MenuAction[];
  onClose: () => void;
}

const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-card px-4 outline-none transition-colors data-highlighted:bg-blush';

/** A menu of actions, for pointer, arrow keys and letters. It is open while mounted. */
export default function Menu({ opener, actions, onClose }: MenuProps) {
  return (
    <BaseMenu.Root
      open
      modal={false}
      onOpenChange={(_, { event }) => {
        if (!opener.current?.contains(event.target as Node | null)) onClose(); // ignores a press on the opener, which itself closes the menu
      }}
    >
      <BaseMenu.Portal container={opener.current?.closest('dialog') ?? document.body}>
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
            {actions.map(({ label, icon: Icon, onPress, isDanger }, index) => (
              <Fragment key={label}>
                {isDanger && index > 0 && <BaseMenu.Separator className="mx-4 my-1.5 h-px bg-line" />}
                <BaseMenu.Item onClick={onPress} className={cx(ITEM, isDanger && 'text-error')}>
                  <Icon className={cx('shrink-0', !isDanger && 'text-soft')} />
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
