import { Bone, Loading } from '../ui/part/bones.tsx';

const CARD = 'rounded-card border border-line bg-card p-5';

/** Four numbers and four charts to come. */
export function StatisticsBones() {
  return (
    <Loading>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className={CARD}>
            <Bone className="w-2/3" />
            <Bone className="mt-3 h-7 w-2/5" />
          </div>
        ))}
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-[7fr_5fr]">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className={CARD}>
            <Bone className="w-40" />
            <Bone className="mt-6 h-44 w-full rounded-card" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
