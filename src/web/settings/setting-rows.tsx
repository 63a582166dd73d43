import { CircleAlert, Minus, Plus } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { SETTINGS, type SettingName, settingNamed } from '#domain/settings.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { clockTyped } from '../ui/date-time/typed-values.ts';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { LIST_ROW, type ListItemProps, ListRow } from '../ui/list.tsx';
import type { FieldState } from '../ui/use-form.ts';
import type { NumberName, SettingsForm } from './save-settings.ts';
import { SettingsGroup } from './settings-form.tsx';

interface RowTexts {
  label: string;
  hint?: string | undefined;
}

interface RowProps extends RowTexts {
  /** The id of the control. Without it, the label is hidden from screen readers. */
  id?: string;
  error?: string | true | undefined;
  children: ReactNode;
}

export function SettingRow({ label, hint, id, error, children }: RowProps) {
  const name = 'block font-medium';
  return (
    <div className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-4">
      <div className="min-w-0 flex-1 basis-[8rem]">
        {id ? (
          <label htmlFor={id} className={name}>
            {label}
          </label>
        ) : (
          <span aria-hidden="true" className={name}>
            {label}
          </span>
        )}
        {hint && (
          <p id={id && `${id}-hint`} className="text-small text-soft">
            {hint}
          </p>
        )}
      </div>
      {children}
      {typeof error === 'string' && (
        <p id={`${id}-error`} className="flex basis-full items-start gap-1.5 text-small text-error">
          <CircleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

export function SwitchRow({ label, hint, field }: NumberRowProps) {
  return (
    <SettingRow label={label} hint={hint} error={field.error}>
      <Switch
        label={label}
        isLabelHidden
        isOn={field.value === '1'}
        onChange={(isOn) => field.onChange(isOn ? '1' : '0')}
        className="after:absolute after:inset-0 after:content-[''] *:[input]:z-1"
      />
    </SettingRow>
  );
}

type NumberRowProps = RowTexts & { field: FieldState<string> };

function wiringOf(id: string, { value, error, onChange }: FieldState<string>, hint: string | undefined) {
  return {
    id,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
    inputMode: 'numeric',
    autoComplete: 'off',
    'aria-describedby': cx(typeof error === 'string' && `${id}-error`, hint && `${id}-hint`) || undefined,
    'aria-invalid': error ? true : undefined,
  } as const;
}

export function NumberRow({ label, hint, field, unit }: NumberRowProps & { unit: string }) {
  const id = useId();
  return (
    <SettingRow label={label} hint={hint} id={id} error={field.error}>
      <span className="flex items-center gap-3">
        <input {...wiringOf(id, field, hint)} className="control w-[5rem]! px-3! text-right tabular-nums" />
        <span className="w-[4rem] text-small text-soft">{unit}</span>
      </span>
    </SettingRow>
  );
}

/** A row with a field for an optional time of day. Accepts short input: `8` is 08:00. */
export function TimeRow({ label, hint, field }: NumberRowProps) {
  const id = useId();
  return (
    <SettingRow label={label} hint={hint} id={id} error={field.error}>
      <input
        {...wiringOf(id, field, hint)}
        placeholder="hh:mm"
        onBlur={() => field.onChange(clockTyped(field.value) || field.value)}
        className="control w-[6rem]! px-3! text-center tabular-nums"
      />
    </SettingRow>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export function StepperRow({ label, hint, field, min: least }: NumberRowProps & { min?: number }) {
  const id = useId();
  const { max, ...bounds } = SETTINGS[field.name as NumberName];
  const min = least ?? bounds.min;
  const number = numberTyped(field.value);
  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, (number ?? min) + by));
    field.onChange(String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <SettingRow label={label} hint={hint} id={id} error={field.error}>
      <fieldset
        aria-label={label}
        className={cx(
          'control flex w-auto! items-center p-0! outline-link -outline-offset-2 has-[input:focus]:outline-2',
          field.error && 'border-error!',
        )}
      >
        <IconButton
          icon={Minus}
          label="Manje"
          description={label}
          aria-disabled={number !== null && number <= min}
          onClick={() => step(-1)}
          className="text-link aria-disabled:text-soft"
        />
        <input
          {...wiringOf(id, field, hint)}
          role="spinbutton"
          aria-valuenow={number ?? undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          onKeyDown={onKeyDown}
          className="w-[3rem] min-h-11 bg-transparent text-center font-medium tabular-nums outline-none"
        />
        <IconButton
          icon={Plus}
          label="Više"
          description={label}
          aria-disabled={number !== null && number >= max}
          onClick={() => step(1)}
          className="text-link aria-disabled:text-soft"
        />
      </fieldset>
    </SettingRow>
  );
}

interface RadioRowsProps {
  title: string;
  choices: readonly { readonly id: string; readonly label: string; readonly note?: string | undefined }[];
  field: FieldState<string>;
}

/** A group of choices, one below the other, of which one is chosen. */
export function RadioRows({ title, choices, field }: RadioRowsProps) {
  const name = useId(); // not the field's name: useForm would take the radio button's value 'on' for text typed before hydration
  return (
    <SettingsGroup title={title}>
      <fieldset aria-label={title} className="divide-y divide-line">
        {choices.map(({ id, label, note }) => (
          <label
            key={id}
            className="flex min-h-15 cursor-pointer items-center gap-4 px-4.5 py-2.5 transition-colors hover:bg-blush"
          >
            <input
              type="radio"
              name={name}
              checked={field.value === id}
              onChange={() => field.onChange(id)}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
              {note && <span className="block text-small text-soft">{note}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </SettingsGroup>
  );
}

interface RowsProps {
  form: Pick<SettingsForm, 'field'>;
  /** The settings to show. A number without a unit gets plus and minus buttons. */
  of: readonly (readonly [name: SettingName, label: string, hint: string, unit?: string])[];
}

export const Rows = ({ form, of }: RowsProps) =>
  of.map(([name, label, hint, unit]) => {
    const row = { label, hint, field: form.field(name) };
    if (settingNamed(name).kind === 'flag') return <SwitchRow key={name} {...row} />;
    return unit ? <NumberRow key={name} {...row} unit={unit} /> : <StepperRow key={name} {...row} />;
  });

/** A field for the address of a page on the web. */
export function UrlField(props: Omit<TextFieldProps, 'type' | 'autoCapitalize' | 'autoComplete'>) {
  return <TextField placeholder="https://" {...props} type="url" autoCapitalize="none" autoComplete="off" />;
}

/** A row whose press opens a dialog; `beside`: the row's other buttons. */
export function EditableItem(
  props: Omit<ListItemProps, 'className'> & { onEdit: () => void; beside: ReactNode },
) {
  const { onEdit, beside, ...row } = props;
  return (
    <li className="relative flex items-center pr-2 transition-colors hover:bg-blush">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onEdit}
        className={`${LIST_ROW} flex-1 text-left -outline-offset-2`}
      >
        <ListRow {...row} />
      </button>
      {beside}
    </li>
  );
}
