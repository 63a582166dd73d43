import { queryOf } from './queries.ts';

export const worksQuery = queryOf(['works'], 'GET /works');

export const workFieldsQuery = () => queryOf(['work-fields'], 'GET /work-fields');
