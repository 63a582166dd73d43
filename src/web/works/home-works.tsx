import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { HOME_WORKS_COUNT } from '#domain/limits.ts';
import { worksQuery } from '../lib/queries/work-queries.ts';
import { paths } from '../lib/routing/paths.ts';

/** The first works, as links to the page of all works. The caller has reserved their space. docs/spec/behaviour.md §30.3 */
export default function HomeWorks() {
  const works = useQuery(worksQuery).data ?? [];
  return works.slice(0, HOME_WORKS_COUNT).map(({ id, thumb, width, height, color }, n) => (
    <Link
      key={id}
      to={`${paths.works}?rad=${id}`}
      className="aspect-square overflow-hidden rounded-[10px]"
      style={{ background: color }}
    >
      <img
        src={thumb}
        alt={t('Rad {n}', { n: n + 1 })}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </Link>
  ));
}
