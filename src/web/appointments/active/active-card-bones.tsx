import { Bone, Loading } from '../../ui/part/bones.tsx';
import { Card, CardFoot } from '../../ui/part/card.tsx';

const ACTIONS = ['service', 'guest', 'cancel'];

/** A booking to come, as high as it will be. */
export function ActiveCardBones() {
  return (
    <Loading>
      <Card className="overflow-hidden">
        <Bone className="h-7 w-52" />
        <Bone className="mt-4 h-10 w-44" />
        <Bone className="my-1.25 w-56" />
        <Bone className="mt-3 h-2.5 w-40" />
        <Bone className="mt-2.5 mb-1.25 h-2.5 w-48" />
        <CardFoot>
          {ACTIONS.map((action) => (
            <span key={action} />
          ))}
        </CardFoot>
      </Card>
    </Loading>
  );
}
