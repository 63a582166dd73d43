import { tongue } from './translate.ts';

/** A service, or a line of a booking that has copied its names. */
export interface NamedService {
  /** As the owner typed it. */
  readonly name: string;
  /** In English; missing or null: as typed. */
  readonly name_en?: string | null | undefined;
  readonly name_ru?: string | null | undefined;
}

export interface Served {
  readonly service_name: string | null;
  readonly services?: readonly NamedService[] | undefined;
}

/** The joined names of an appointment's services in the reader's language. */
export const servicesText = ({ service_name, services = [] }: Served): string | null =>
  services.length > 0 ? services.map(serviceName).join(' + ') : service_name;

/** The name of a service in the reader's language; as typed in Serbian and if nobody has translated it. docs/spec/behaviour.md §33.2 */
export function serviceName({ name, name_en, name_ru }: NamedService): string {
  const language = tongue()?.language;
  return (language === 'en' && name_en) || (language === 'ru' && name_ru) || name;
}
