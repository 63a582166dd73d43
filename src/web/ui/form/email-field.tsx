import { TextField, type TextFieldProps } from './text-field.tsx';

type EmailFieldProps = Omit<TextFieldProps, 'label' | 'type' | 'autoCapitalize'>;

/** An email address; it is the person's own unless `autoComplete` says otherwise. */
export function EmailField(props: EmailFieldProps) {
  return <TextField autoComplete="email" {...props} label="Email" type="email" autoCapitalize="none" />;
}
