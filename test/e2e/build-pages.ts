// Stories look at the pages that npm start would serve.
import { buildWeb } from '../../scripts/build-web.ts';

export default buildWeb;
