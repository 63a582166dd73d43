import { Button, type ButtonProps } from '../action/button.tsx';

export interface FormButtonsProps extends Pick<ButtonProps, 'variant'> {
  onGiveUp: () => void;
  isBusy: boolean;
  /** Nothing that could be sent yet. */
  isBlocked?: boolean;
  giveUp?: string;
  submit?: string;
}

/** A form's last two buttons: the way back, which waits while something is sent, and the one that sends. */
export function FormButtons({
  onGiveUp,
  isBusy,
  isBlocked,
  variant,
  giveUp = 'Otkaži',
  submit = 'Sačuvaj',
}: FormButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onGiveUp} disabled={isBusy}>
        {giveUp}
      </Button>
      <Button type="submit" variant={variant} disabled={isBlocked} isBusy={isBusy}>
        {submit}
      </Button>
    </>
  );
}
