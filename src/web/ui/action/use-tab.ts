import { useSearchParams } from 'react-router';

const NAME = 'tab';

/** Which of the tabs is chosen, in the page's address: back, reload and a shared link keep it. The first one is not written there. */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const [address, setAddress] = useSearchParams();
  const asked = address.get(NAME);
  const chosen = ids.find((id) => id === asked) ?? ids[0];
  const choose = (id: Id) => void setAddress(id === ids[0] ? {} : { [NAME]: id }, { replace: true });
  return [chosen, choose];
}
