// Builds the server and the web, as `npm start` does.
import { buildServer } from '../../scripts/build-server.ts';
import { buildWeb } from '../../scripts/build-web.ts';

export default async function build(): Promise<void> {
  await buildServer();
  await buildWeb();
}
