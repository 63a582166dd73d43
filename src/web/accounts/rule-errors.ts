import { type ErrorDefinition, type PageErrorCode, pageErrors, textOfError } from '#contract/page-errors.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** Returns the error of a rule as form errors, at the field of the error or for the whole form; null without an error. */
export function ruleErrors(code: PageErrorCode | null | undefined): FormErrors | null {
  if (!code) return null;
  const { field }: ErrorDefinition = pageErrors[code];
  const text = textOfError(code);
  return field === undefined ? { text, fields: {} } : { text: null, fields: { [field]: text } };
}
