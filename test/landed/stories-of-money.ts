// Stories of bookings with money that get another person, no person, or the same person again.
import type { Story } from './stage.ts';

const NO_GUEST = { guest_name: null, guest_phone: null };

const depositKept: Story = {
  async twoDaysBefore({ told, client, free, guestBooks, deposit, edit }) {
    const beba = await client('P1 Beba', '064 701 0002');
    const slot = await free(1);
    await guestBooks(slot, 'P1 Ana', '064 701 0001', { guest_email: 'p1.ana@primer.rs' });
    await deposit(slot.id, 'RECEIVED');
    await edit(slot.id, { client_id: beba.id, ...NO_GUEST });
    await deposit(slot.id, 'KEPT');
    told.rows['1'] = slot.id;
  },
};

const reopened: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, deposit, edit, as }) {
    const slot = await free(2);
    await clientBooks(slot, await client('P2 Cveta', '064 702 0001'));
    await deposit(slot.id, 'RECEIVED');
    await as(`POST /appointments/${slot.id}/cancel`, { reason: 'Radovi u salonu.' });
    await edit(slot.id, { status: 'BOOKED' });
    told.rows['2'] = slot.id;
  },
};

const digitCorrected: Story = {
  async twoDaysBefore({ told, free, guestBooks, deposit, edit }) {
    const slot = await free(3);
    await guestBooks(slot, 'P3 Dara', '064 703 0001', { guest_email: 'p3.dara@primer.rs' });
    await deposit(slot.id, 'RECEIVED');
    await edit(slot.id, { guest_phone: '064 703 0002' });
    told.rows['3'] = slot.id;
  },
};

const guestWasClient: Story = {
  async twoDaysBefore({ told, client, free, guestBooks, deposit, edit }) {
    const ema = await client('P4 Ema', '064 704 0001');
    const slot = await free(4);
    await guestBooks(slot, 'P4 Ema', '+381 64 7040001');
    await deposit(slot.id, 'RECEIVED');
    await edit(slot.id, { client_id: ema.id, ...NO_GUEST });
    told.rows['4'] = slot.id;
  },
};

const freedRow: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, guestBooks, deposit, edit, as, services }) {
    const slot = await free(5);
    await clientBooks(slot, await client('P5 Fani', '064 705 0001'));
    await deposit(slot.id, 'RECEIVED');
    await as(`POST /appointments/${slot.id}/service`, { service_id: services.pedicure });
    await edit(slot.id, { status: 'AVAILABLE' });
    await guestBooks(slot, 'P5 Gaga', '064 705 0002');
    told.rows['5'] = slot.id;
  },
};

const correctedAfterStart: Story = {
  async twoDaysBefore({ told, add, day }) {
    const start = `${day(-1)} 10:00:00`;
    told.rows['7'] = await add(start, { guest_name: 'P7 Mara', guest_phone: '064 707 0001' });
  },
  async onTheDay({ told, client, charge, edit }) {
    const nina = await client('P7 Nina', '064 707 0002');
    const id = told.rows['7'] ?? 0;
    await charge(id, 700);
    await edit(id, { client_id: nina.id, ...NO_GUEST });
  },
};

const swapped: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, guestBooks, deposit, as }) {
    const ofGuest = await free(10, 10);
    const ofClient = await free(10, 13);
    await guestBooks(ofGuest, 'P10 Olga', '064 710 0001', { guest_email: 'p10.olga@primer.rs' });
    await clientBooks(ofClient, await client('P10 Petra', '064 710 0002'));
    await deposit(ofGuest.id, 'RECEIVED');
    await as('PUT /analytics/appointments/swap', { a_id: ofGuest.id, b_id: ofClient.id });
    told.rows['10 guest'] = ofGuest.id;
    told.rows['10 client'] = ofClient.id;
  },
};

const cancelledThenGiven: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, deposit, edit, as }) {
    const slot = await free(13);
    await clientBooks(slot, await client('P13 Sanja', '064 713 0001'));
    const tea = await client('P13 Tea', '064 713 0002');
    await deposit(slot.id, 'RECEIVED');
    await as(`POST /appointments/${slot.id}/cancel`, { reason: 'Radovi u salonu.' });
    await edit(slot.id, { status: 'BOOKED', client_id: tea.id });
    told.rows['13'] = slot.id;
  },
};

const givenTwice: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, deposit, charge, edit }) {
    const slot = await free(14);
    await clientBooks(slot, await client('P14 Una', '064 714 0001'));
    const vida = await client('P14 Vida', '064 714 0002');
    const zora = await client('P14 Zora', '064 714 0003');
    await deposit(slot.id, 'RECEIVED');
    await charge(slot.id, 100);
    await edit(slot.id, { client_id: vida.id });
    await charge(slot.id, 200);
    await edit(slot.id, { client_id: zora.id });
    await charge(slot.id, 300);
    told.rows['14'] = slot.id;
  },
};

const movedThenGiven: Story = {
  async twoDaysBefore({ told, client, free, clientBooks, edit, as, at }) {
    await as('PUT /settings', { deposit_for: 'NONE' });
    const slot = await free(15);
    await clientBooks(slot, await client('P15 Anka', '064 715 0001'));
    const branka = await client('P15 Branka', '064 715 0002');
    const times = { start_datetime: at(15, 13), end_datetime: at(15, 14) };
    await as(`PUT /analytics/appointments/${slot.id}/move`, times);
    await edit(slot.id, { client_id: branka.id });
    await as('PUT /settings', { deposit_for: 'ALL' });
    told.rows['15'] = slot.id;
  },
};

export const STORIES_OF_MONEY: Readonly<Record<number, Story>> = {
  1: depositKept,
  2: reopened,
  3: digitCorrected,
  4: guestWasClient,
  5: freedRow,
  7: correctedAfterStart,
  10: swapped,
  13: cancelledThenGiven,
  14: givenTwice,
  15: movedThenGiven,
};
