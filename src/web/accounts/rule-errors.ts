import { type ErrorDefinition, type PageErrorCode, pageErrors } from '#contract/page-errors.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** Returns the error of a rule as form errors, at the field of the error or for the whole form; null without an error. */
export function ruleErrors(code: PageErrorCode | null | undefined): FormErrors | null {
  if (!code) return null;
  const { text, field }: ErrorDefinition = pageErrors[code];
  return field === undefined ? { text, fields: {} } : { text: null, fields: { [field]: text } };
}
