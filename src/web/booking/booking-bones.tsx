import { Bone, Loading } from '../ui/part/bones.tsx';
import { Page } from '../ui/part/page.tsx';
import { BookingHead } from './booking-head.tsx';
import { StripBones } from './choose/strip-bones.tsx';

function GuestBones() {
  return (
    <Loading className="-mt-3 mb-4">
      <div className="flex h-13 items-center justify-between">
        <Bone className="w-52" />
        <Bone className="h-7 w-12" />
      </div>
      <div className="mt-1 grid grid-cols-2 gap-2">
        {['name', 'phone'].map((field) => (
          <div key={field}>
            <Bone className="my-0.75 w-16" />
            <span className="mt-1.5 block h-12 animate-breathe rounded-card bg-line" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The page to come, for a visitor of whom it is not known yet whether she may book as a guest. */
export function BookingBones() {
  return (
    <Page>
      <BookingHead />
      <GuestBones />
      <StripBones />
    </Page>
  );
}
