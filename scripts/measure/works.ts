// Publishes works in a salon that is measured.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

const MOST_PX = 1600;
const NOISE_PX = 200; // enlarged, it gives files of the size of a photograph

/** A picture as a phone sends it, with another content each time. */
const aPhoto = (): Promise<Buffer> =>
  sharp(randomBytes(NOISE_PX ** 2 * 3), { raw: { width: NOISE_PX, height: NOISE_PX, channels: 3 } })
    .resize(MOST_PX, (MOST_PX * 3) / 4, { fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer();

/** Adds and publishes so many works, spread over the services. */
export async function addWorks(url: string, token: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const services = (await (await fetch(`${url}/api/services`)).json()) as { id: number }[];
  const send = async (path: string, type: string, body: BodyInit) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': type },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  for (let n = 0; n < count; n++) {
    const photo = new Uint8Array(await aPhoto());
    const { id: picture_id } = await send('/api/pictures?kind=WORK', 'image/jpeg', photo);
    const work = { picture_id, service_id: services[n % services.length]?.id, consent: 1 };
    await send('/api/works', 'application/json', JSON.stringify(work));
  }
}
