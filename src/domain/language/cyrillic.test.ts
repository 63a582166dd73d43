import { expect, test } from 'vitest';
import { inCyrillic } from './cyrillic.ts';

test.each([
  ['Zakažite termin', 'Закажите термин'],
  ['Ljubav, Njegoš, Džep', 'Љубав, Његош, Џеп'],
  ['LJUBAV NJU DŽEM', 'ЉУБАВ ЊУ ЏЕМ'],
  ['injekcija, konjugacija, nadživela, odžaliti', 'инјекција, конјугација, надживела, оджалити'],
  ['Vidimo se {onDay} u {clock}.', 'Видимо се {onDay} у {clock}.'],
  ['Pišite na Viber ili SMS', 'Пишите на Viber или SMS'],
  ['Pratite nas na Instagramu i TikToku', 'Пратите нас на Instagram-у и TikTok-у'],
  ['U Safariju, na Facebooku i iPhone-u', 'У Safari-ју, на Facebook-у и iPhone-у'],
  ['Email adresa, na email', 'Имејл адреса, на имејл'],
  ['JSON i pg_dump', 'JSON и pg_dump'],
  ['Otvorite https://lunula.rs/booking odmah', 'Отворите https://lunula.rs/booking одмах'],
  ['mira@primer.rs nije nova', 'mira@primer.rs није нова'],
  ['termin|termina|termina', 'термин|термина|термина'],
  ['đumbir, ćerka, šešir, žurka, čaj', 'ђумбир, ћерка, шешир, журка, чај'],
])('“%s” is “%s”', (latin, cyrillic) => expect(inCyrillic(latin)).toBe(cyrillic));
