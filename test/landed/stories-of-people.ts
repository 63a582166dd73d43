// Stories of people without an account, of links, feeds, marks and messages that wait.
import { PASSWORD, type Slot } from './requests.ts';
import type { Stage, Story } from './stage.ts';
import { device } from './visit.ts';

const guest = (guest_name: string, guest_phone: string | null = null) => ({ guest_name, guest_phone });

const freeSlotNotices: Story = {
  async twoDaysBefore({ told, client, free, guestBooks, call, as }) {
    const slot = await free(6);
    const date = slot.start.slice(0, 10);
    await guestBooks(slot, 'P6 Iva', '064 706 0001');
    const jelka = await client('P6 Jelka', '064 706 0002');
    await call('POST /client-notifications/free-slot', { token: jelka.token, body: { date } });
    const kata = { date, ...guest('P6 Kata', '064 706 0003') };
    await call('POST /client-notifications/free-slot', { body: kata, from: '198.51.100.6' });
    const cancelled = { token: told.links['P6 Iva'], reason: 'Ne mogu.' };
    await call('POST /guest-link/cancel', { body: cancelled, from: '198.51.100.6' });
    const [freed] = Object.values(await as(`GET /appointments?from=${date}&to=${date}`)) as {
      id: number;
      start_datetime: string;
      end_datetime: string;
    }[];
    if (!freed) throw new Error(`no free slot on ${date}`);
    const { id, start_datetime: start, end_datetime } = freed;
    const again: Slot = { id, start, seen: { seen_start: start, seen_end: end_datetime } };
    await guestBooks(again, 'P6 Lidija', '064 706 0004');
    told.rows['6'] = slot.id;
    told.rows['6 freed'] = id;
  },
};

/** Two bookings of each pair; the numbers `nema` are set later, because this release refuses them. */
const PAIRS = [
  [guest('P8 Ana'), guest('P8 Ana')],
  [guest('P8 Hana'), guest('P8 Ivana')],
  [guest('P8 Jana', '123-4567'), guest('P8 Jana', '1234567')],
  [guest('P8 Nemica', '+49 170 1234567'), guest('P8 Nemica', '0049 (0)170 1234567')],
  [guest('P8 Mama', '064/999 888'), guest('P8 Ćerka', '+38164999888')],
  [guest('P8 Vesna Simić', '064 708 0001'), guest('P8 VESNA  SIMIC', '+381 (0)64 708-0001')],
] as const;

const numbersAndNames: Story = {
  async twoDaysBefore({ told, add, at }) {
    for (const [n, pair] of PAIRS.entries())
      for (const [m, who] of pair.entries())
        told.rows[`8${'abcdef'[n]} ${m + 1}`] = await add(at(8, 8 + 2 * n + m), who);
  },
};

const bookedForHer: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, guestBooks }) {
    const nada = await client('P9 Nada', '064 709 0002');
    const byNada = await free(9, 10);
    await clientBooks(byNada, nada, guest('P9 Lela', '064 709 0001'));
    const own = await free(9, 13);
    await guestBooks(own, 'P9 Lela', '064 709 0001');
    told.rows['9 by client'] = byNada.id;
    told.rows['9 own'] = own.id;
  },
};

const deletedWithUndo: Story = {
  async twoDaysBefore({ told, free, guestBooks }) {
    const slot = await free(11);
    await guestBooks(slot, 'P11 Rada', '064 711 0001', { guest_email: 'p11.rada@primer.rs' });
    told.rows['11'] = slot.id;
  },
  async inTheLastSeconds({ told, as }) {
    told.undo = String((await as(`DELETE /appointments/${told.rows['11']}?undo=1`)).undo_token);
  },
};

const cancelledSlot: Story = {
  async twoDaysBefore({ told, free, edit }) {
    const { id } = await free(12);
    await edit(id, { status: 'CANCELLED' });
    told.rows['12'] = id;
  },
};

/** Mina's feed goes on beside those of the salon and of technician 1. */
const feeds: Story = {
  async twoDaysBefore({ told, as, call, add, at }) {
    const login = { email: 'p16.mina@primer.rs', password: PASSWORD };
    const { id } = await as('POST /technicians', { name: 'P16 Mina', ...login });
    const { token } = await call('POST /auth/login', { body: login });
    told.technicians['P16 Mina'] = { id: Number(id), token: String(token) };
    const who = { ...guest('P16 Neda', '064 716 0001'), technician_id: id };
    told.rows['16'] = await add(at(16, 10), who);
  },
  async inTheLastSeconds({ told, as }) {
    const secretOf = async (query: string) => {
      const { url } = await as(`POST /calendar-feed${query}`);
      return String(url).split('/').at(-1) ?? '';
    };
    told.feeds.salon = await secretOf('');
    told.feeds.owner = await secretOf('?technician_id=1');
    told.feeds.Mina = await secretOf(`?technician_id=${told.technicians['P16 Mina']?.id}`);
  },
};

const repeatedRequest: Story = {
  async onTheDay({ told, free, services, call }) {
    const { id, seen } = await free(17);
    const body = { ...seen, ...guest('P17 Caca', '064 717 0001'), service_id: services.manicure };
    const request = { path: `/appointments/${id}/book`, key: 'kljuc-gosce-p17', body };
    const { path, key } = request;
    const answer = await call(`POST ${path}`, { key, body, from: '198.51.100.17' });
    told.links['P17 Caca'] = String(answer.guest_link);
    told.rows['17'] = id;
    told.repeated = { ...request, answer };
  },
};

const DUE_DAYS_AGO = 35;

const marksOfDue: Story = {
  async twoDaysBefore({ told, client, add, day }) {
    const dunja = await client('P18 Dunja', '064 718 0001');
    const start = (hour: number) => `${day(-DUE_DAYS_AGO)} ${hour}:00:00`;
    told.rows['18 client'] = await add(start(10), { client_id: dunja.id });
    told.rows['18 guest'] = await add(start(12), guest('P18 Ela', '064 718 0002'));
  },
  async onTheDay({ as }) {
    const due = Object.values(await as('GET /clients/due')) as { key: string; name: string }[];
    const mark = (name: string, action: string) =>
      as(`POST /clients/due/${due.find((person) => person.name === name)?.key}`, { action });
    await mark('P18 Dunja', 'CONTACTED');
    await mark('P18 Ela', 'STOP');
  },
};

/** A client books for another person, who also has a booking of her own. */
async function bookForFriend(stage: Stage, client: string, friend: string, hours: [number, number]) {
  const { told, slot, day, free, clientBooks, guestBooks, deposit } = stage;
  const [phone, phoneOfFriend] = [`064 719 10${hours[0]}`, `064 719 20${hours[0]}`];
  const byClient = await slot(`${day(-1)} ${hours[0]}:00:00`);
  await clientBooks(byClient, await stage.client(client, phone), guest(friend, phoneOfFriend));
  await deposit(byClient.id, 'WAIVED');
  const own = await free(19, hours[1]);
  await guestBooks(own, friend, phoneOfFriend);
  told.rows[`19 ${client}`] = byClient.id;
  told.rows[`19 ${friend}`] = own.id;
}

/** Flora is erased before the upgrade, Hilda can be erased after it. */
const erasedFriend: Story = {
  async twoDaysBefore(stage) {
    await bookForFriend(stage, 'P19 Flora', 'P19 Gala', [15, 10]);
    await bookForFriend(stage, 'P19 Hilda', 'P19 Ines', [17, 13]);
  },
  async inTheLastSeconds({ told, as }) {
    await as(`DELETE /users/clients/${told.clients['P19 Flora']?.id}`);
  },
};

/** The oldest booking is outdated by a day when the owner sets 12 months. */
const regularForAYear: Story = {
  async twoDaysBefore({ told, add, day }) {
    const [year = '', rest = ''] = day(-1).split(/-(.*)/);
    const days = [`${Number(year) - 1}-${rest}`, ...Array.from({ length: 12 }, (_, n) => day(30 * n - 335))];
    for (const [n, date] of days.entries())
      told.rows[`20 ${n + 1}`] = await add(`${date} 18:00:00`, guest('P20 Jasna', '064 720 0001'));
  },
  async inTheLastSeconds({ as }) {
    await as('PUT /settings', { guest_retention_months: 12 });
  },
};

const fiftyGuests: Story = {
  async twoDaysBefore({ add, day }) {
    for (const daysAgo of [20, 19, 18, 17, 16])
      for (let hour = 8; hour < 18; hour++)
        await add(`${day(-daysAgo)} ${String(hour).padStart(2, '0')}:00:00`, guest('Gost'));
  },
};

/** The reminder of Mira's booking falls due in the last minutes. The row was another client's before. Vera has an hour to pay. */
const waitingMessages: Story = {
  async twoDaysBefore({ told, client, slot, day, clientBooks, edit }) {
    const tomorrow = await slot(`${day(1)} 11:00:00`);
    await clientBooks(tomorrow, await client('P22 Zlata', '064 722 0001'));
    const mira = await client('P22 Mira', '064 722 0002');
    await edit(tomorrow.id, { client_id: mira.id });
    await client('P22 Vera', '064 722 0003');
    told.rows['22 reminder'] = tomorrow.id;
  },
  async onTheDay({ told, call }) {
    const token = told.clients['P22 Mira']?.token ?? '';
    await call('POST /push', { token, body: device('landed-22') });
  },
  async inTheLastSeconds({ told, free, clientBooks, as }) {
    const vera = told.clients['P22 Vera'];
    if (!vera) throw new Error('P22 Vera has no account');
    await as('PUT /settings', { deposit_hold_hours: 1 });
    const slot = await free(22);
    await clientBooks(slot, vera);
    told.rows['22 deposit'] = slot.id;
  },
};

export const STORIES_OF_PEOPLE: Readonly<Record<number, Story>> = {
  6: freeSlotNotices,
  8: numbersAndNames,
  9: bookedForHer,
  11: deletedWithUndo,
  12: cancelledSlot,
  16: feeds,
  17: repeatedRequest,
  18: marksOfDue,
  19: erasedFriend,
  20: regularForAYear,
  21: fiftyGuests,
  22: waitingMessages,
};
