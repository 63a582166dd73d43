import { Loading, Skeleton } from '../ui/page.tsx';

export function AppointmentSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-7 w-28" />
      <Skeleton className="mt-6 h-8 w-3/5" />
      <Skeleton className="mt-4 w-2/5" />
      <Skeleton className="mt-3 w-1/3" />
      <Skeleton className="mt-8 h-12 rounded-card" />
    </Loading>
  );
}
