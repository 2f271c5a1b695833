import { z } from 'zod'
import type { Filing } from '../../../../capabilities/upstreams/edgar.ts'

const ARCHIVES = 'https://www.sec.gov/Archives/edgar/data'

/** The folder of a filing. */
export const filingFolder = (cik: string, accession: string): string =>
  `${ARCHIVES}/${Number(cik)}/${accession.replaceAll('-', '')}`

/** The name of a form, in capitals as EDGAR writes it. */
export const formField = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{0,19}$/, { error: 'must be a form such as 10-K' })
    .transform((form) => form.toUpperCase())

/** The main document; or the folder, if a filing has none. */
export const documentUrl = (cik: string, { accession, document }: Filing): string =>
  `${filingFolder(cik, accession)}/${document}`

interface OlderPage {
  readonly to: string
  readonly filings: () => Promise<readonly Filing[]>
}

/** Banks have dozens of pages of prospectuses. */
const PAGES_MAX = 6

/** Filings from before the newest page, as far back as they may be wanted. */
export async function olderFilings(
  older: readonly OlderPage[],
  since: string | undefined,
): Promise<readonly Filing[]> {
  const pages = older.filter(({ to }) => since === undefined || to >= since).slice(0, PAGES_MAX)
  return (await Promise.all(pages.map(({ filings }) => filings()))).flat()
}
