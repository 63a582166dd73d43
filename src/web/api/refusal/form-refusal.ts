import { type RefusalCode, type RefusalTerms, refusals } from '#contract/refusals.ts';
import { errorFields, errorText } from '../api-error.ts';

/** For `useForm().refuse`. */
export interface FormRefusal {
  /** For the whole form. */
  text: string | null;
  fields: Readonly<Record<string, string>>;
}

/** What a rule refused before anything was sent: at the field it is about, else for the whole form. */
export function refusedByRule(code: RefusalCode): FormRefusal {
  const { text, field }: RefusalTerms = refusals[code];
  return field === undefined ? { text, fields: {} } : { text: null, fields: { [field]: text } };
}

/** What the server refused: its sentences at the fields they name, else its text or the screen's own. */
export function refusedByServer(error: unknown, fallback: string): FormRefusal {
  const fields = errorFields(error);
  if (Object.keys(fields).length > 0) return { text: null, fields };
  return { text: errorText(error, fallback), fields: {} };
}
