import { Fault } from '../../core/fault.ts'
import { articleOf, type Article } from './_article.ts'

export type { Article }

export interface Written {
  readonly html: string
  /** Where it stands, for links that are relative. */
  readonly url: string
}

export function work({ html, url }: Written): Article {
  try {
    return articleOf(html, url)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw new Fault('upstream_failed', 'The page is too deep or too long to be read.')
  }
}
