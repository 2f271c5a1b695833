import { threadWork } from '../../base/core/thread-work.ts'
import { defineSanctionsList } from './_sanctions-list.ts'

/** Whom the European Union has listed; the token is the same for everybody. */
export const euSanctions = defineSanctionsList({
  name: 'eu-sanctions',
  title: 'EU consolidated list of financial sanctions',
  terms:
    'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
  texts: 'own',
  base: 'https://webgate.ec.europa.eu',
  path: '/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
  reader: threadWork<typeof import('./_eu-sanctions-thread.ts')>(
    import.meta.url,
    './_eu-sanctions-thread.ts',
  ),
  bytesMax: 150_000_000,
})
