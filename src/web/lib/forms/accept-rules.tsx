import { Checkbox } from '../../ui/checkbox.tsx';
import type { FieldState } from '../../ui/use-form.ts';

/** The salon's rules and the checkbox to accept them, which a booking requires. docs/spec/behaviour.md §20.6 */
export default function AcceptRules({ rules, tick }: { rules: string; tick: FieldState<string> }) {
  return (
    <section aria-labelledby="pravila" className="grid gap-1.5">
      <h3 id="pravila" className="text-small font-medium">
        Pravila salona
      </h3>
      <p className="text-small wrap-anywhere whitespace-pre-line text-soft">{rules}</p>
      <Checkbox
        label="Prihvatam pravila salona"
        isOn={tick.value !== ''}
        onChange={(isOn) => tick.onChange(isOn ? '1' : '')}
      />
    </section>
  );
}
