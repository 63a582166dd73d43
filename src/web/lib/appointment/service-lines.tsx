import { minutesOfServices, type ServiceLine } from '#domain/appointments/lines.ts';
import { serviceName } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { sumText } from '#domain/wording/services.ts';
import { typed } from '../../ui/sentence.tsx';

type Line = Omit<ServiceLine, 'service_id'>;

export function ServiceLines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="@container">
      <table className="w-full tabular-nums [&_td]:py-1 [&_td]:pl-3 [&_td]:text-right [&_td]:whitespace-nowrap @max-[17rem]:[&_td]:whitespace-normal [&_th]:py-1 [&_th]:text-left">
        <tbody>
          {lines.map((line) => (
            <tr key={lines.indexOf(line)}>
              <th scope="row" className="font-normal wrap-break-word">
                {typed(line.name, serviceName(line))}
              </th>
              <td className="text-small text-soft">{durationText(line.duration_minutes)}</td>
              <td>{priceText(line.price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line font-semibold">
          <tr>
            <th scope="row">{t('Ukupno')}</th>
            <td className="text-small">{durationText(minutesOfServices(lines))}</td>
            <td>{sumText(lines)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
