import type { Generated } from 'kysely';
import type { BookingId, PictureId, ServiceId, UserId, WorkFieldId, WorkId } from '#domain/ids.ts';
import type { PictureKind } from '#domain/work/pictures.ts';

type Flag = 0 | 1;
type Ms = number;

export interface WorkTables {
  /** A field in which the salon records what was done, in the owner's order. */
  work_fields: {
    id: Generated<WorkFieldId>;
    name: string;
    position: number;
    is_active: Generated<Flag>;
  };
  work_values: {
    booking_id: BookingId;
    field_id: WorkFieldId;
    value: string;
    at: Ms;
  };

  /** A picture; its files are in the folder of pictures, named by their content. */
  pictures: {
    id: Generated<PictureId>;
    kind: PictureKind;
    booking_id: BookingId | null;
    file: string;
    /** Of an earlier release the name of its thumbnail; else empty. */
    thumb: Generated<string>;
    width: number;
    height: number;
    color: string;
    bytes: number;
    made_at: Ms;
    /** Of a WISH: the work that it shows, with which it goes. */
    work_id: WorkId | null;
    by_user: UserId | null;
    key_hash: string | null;
    request_hash: string | null;
  };

  /** A picture that the salon shows to everybody, with the consent of the person. */
  works: {
    id: Generated<WorkId>;
    picture_id: PictureId;
    service_id: ServiceId | null;
    position: number;
    is_hidden: Generated<Flag>;
    consent_text: string;
    consent_at: Ms;
    consent_by: string | null;
  };
}
