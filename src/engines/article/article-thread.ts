import { Fault } from '../../base/core/fault.ts'
import { articleOf, type Article as Found } from './article.ts'

export type Article = Omit<Found, 'isDoubtful'>

export interface Written {
  readonly html: string
  /** Where it stands, for links that are relative. */
  readonly url: string
  /** Refuses a page whose article is not found, rather than answer what surrounds it. */
  readonly isStrict?: boolean
}

export function work({ html, url, isStrict = false }: Written): Article {
  try {
    const { isDoubtful, ...article } = articleOf(html, url)
    if (isStrict) assertFound(article.markdown, isDoubtful)
    return article
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw new Fault('upstream_failed', 'The page is too deep or too long to be read.')
  }
}

function assertFound(markdown: string, isDoubtful: boolean): void {
  if (markdown === '')
    throw new Fault('upstream_failed', 'The page has no text before its scripts run; try render.')
  if (isDoubtful)
    throw new Fault('upstream_failed', 'The page has no article that stands out from the rest.')
}
