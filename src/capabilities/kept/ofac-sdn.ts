import { threadWork } from '../../base/core/thread-work.ts'
import { defineSanctionsList } from './_sanctions-list.ts'

/** Whom the United States has blocked, in the one of its files that has scripts and addresses. */
export const ofacSdn = defineSanctionsList({
  name: 'ofac-sdn',
  title: 'OFAC Specially Designated Nationals List',
  terms: 'https://ofac.treasury.gov/sanctions-list-service',
  texts: 'own',
  base: 'https://sanctionslistservice.ofac.treas.gov',
  path: '/api/PublicationPreview/exports/SDN_ADVANCED.XML',
  reader: threadWork<typeof import('./_ofac-sdn-thread.ts')>(
    import.meta.url,
    './_ofac-sdn-thread.ts',
  ),
  bytesMax: 300_000_000,
})
