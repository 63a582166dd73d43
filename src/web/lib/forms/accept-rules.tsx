import { t } from '#domain/language/translate.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { typed } from '../../ui/sentence.tsx';
import type { FieldState } from '../../ui/use-form.ts';

/** The salon's rules and the checkbox to accept them, which a booking requires. docs/spec/behaviour.md §20.6 */
export default function AcceptRules({ rules, tick }: { rules: string; tick: FieldState<string> }) {
  return (
    <section aria-labelledby="pravila" className="grid gap-1.5">
      <h3 id="pravila" className="text-small font-medium">
        {t('Pravila salona')}
      </h3>
      <p className="text-small wrap-anywhere whitespace-pre-line text-soft">{typed(rules)}</p>
      <Checkbox
        label={t('Prihvatam pravila salona')}
        isOn={tick.value !== ''}
        onChange={(isOn) => tick.onChange(isOn ? '1' : '')}
        aria-invalid={tick.error ? true : undefined}
      />
      {typeof tick.error === 'string' && <FormAlert text={tick.error} />}
    </section>
  );
}
