import { type ErrorDefinition, type PageErrorCode, pageErrors } from '#contract/page-errors.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** Form errors for values that a rule rejects, shown at their field or for the whole form; null for valid values. */
export function ruleErrors(code: PageErrorCode | null | undefined): FormErrors | null {
  if (!code) return null;
  const { text, field }: ErrorDefinition = pageErrors[code];
  return field === undefined ? { text, fields: {} } : { text: null, fields: { [field]: text } };
}
