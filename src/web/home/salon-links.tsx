import { ArrowUpRight, Camera, Clock, type LucideIcon, MapPin } from 'lucide-react';
import { type Sentence, said, t } from '#domain/language/translate.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { mapLink } from '../lib/routing/paths.ts';
import { LIST_ROW, List, ListItem, ListRow } from '../ui/list.tsx';
import { typed } from '../ui/sentence.tsx';

interface OutsideProps {
  href: string;
  icon: LucideIcon;
  title: string;
  note: string | undefined;
}

function Outside({ href, icon: Icon, title, note }: OutsideProps) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={`${LIST_ROW} -outline-offset-2 transition-colors hover:bg-blush`}
      >
        <ListRow
          before={<Icon className="shrink-0" />}
          title={title}
          note={note}
          after={<ArrowUpRight size={16} strokeWidth={2} className="shrink-0 text-soft" />}
        />
      </a>
    </li>
  );
}

/** The opening hours: 'radnim danom 8-20, subotom 9-15'. Lines break between the parts, not inside '9-15'. */
function Hours({ hours }: { hours: string }) {
  return (
    <span className="whitespace-pre-line">
      {hours.split(/(?<=[,;])\s*/).map((part) => (
        <span key={part}>
          <span className="inline-block">{typed(part)}</span>{' '}
        </span>
      ))}
    </span>
  );
}

/** Social link, address and hours of the salon, if set (docs/spec/behaviour.md §1.1). */
export function SalonLinks() {
  const { data } = useSalon();
  const social = socialLink(data?.social_url ?? null);
  if (!data || !(social || data.address || data.hours)) return null;
  const [street = '', ...rest] = (data.address ?? '').split(',').map((part) => part.trim());
  return (
    <List>
      {social && <Outside href={social.href} icon={Camera} title={social.title} note={social.handle} />}
      {data.address && (
        <Outside href={mapLink(data.address)} icon={MapPin} title={street} note={rest.join(', ')} />
      )}
      {data.hours && (
        <ListItem
          before={<Clock className="shrink-0" />}
          title={<Hours hours={data.hours} />}
          note={t('Radno vreme')}
        />
      )}
    </List>
  );
}

export interface SocialLink {
  href: string;
  title: string;
  /** The handle in the link's URL, such as '@lunula.nokti', if there is one. */
  handle: string | undefined;
}

const TITLES: readonly (readonly [host: string, title: Sentence])[] = [
  ['instagram.com', 'Naši radovi na Instagramu'],
  ['facebook.com', 'Pratite nas na Facebooku'],
  ['tiktok.com', 'Pratite nas na TikToku'],
];

/** Title and handle of the salon's social link; null if the URL is missing or invalid. */
export function socialLink(address: string | null): SocialLink | null {
  if (!address || !URL.canParse(address)) return null;
  const { href, protocol, hostname, pathname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const title = TITLES.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1];
  const name = pathname.split('/')[1]?.replace(/^@/, '');
  return { href, title: said(title ?? 'Pratite nas'), handle: name ? `@${name}` : undefined };
}
