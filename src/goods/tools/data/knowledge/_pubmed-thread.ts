import { Fault } from '../../../../base/core/fault.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  parseXml,
  textIn,
  type Xml,
} from '../../../../engines/feeds/xml.ts'
import { plainText } from '../../../../engines/language/plain-text.ts'

export interface Article {
  readonly pmid: string
  readonly title: string | null
  readonly authors: readonly string[]
  readonly journal: string | null
  readonly publishedDate: string | null
  readonly doi: string | null
  readonly abstract: string | null
  readonly retracted: boolean
  readonly url: string
}

export const AUTHORS_MAX = 50

/** Elements whose text holds markup, so the order of text and tags must be kept. */
const WITH_MARKUP = ['ArticleTitle', 'AbstractText', 'BookTitle']

/** The articles of a PubmedArticleSet, in the order of their numbers. */
export async function work({ xml, ids }: { xml: string; ids: readonly string[] }) {
  const [name, set] = await parseXml(xml, 'what PubMed answers', WITH_MARKUP)
  if (name !== 'PubmedArticleSet')
    throw new Fault('upstream_failed', 'PubMed answered in an unknown shape.')
  const articles = [
    ...childrenOf(set, 'PubmedArticle').map((each) => articleOf(each)),
    ...childrenOf(set, 'PubmedBookArticle').map((each) => chapterOf(each)),
  ]
  const byId = new Map(articles.map((article) => [article.pmid, article]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function articleOf(element: Xml): Article {
  const citation = childOf(element, 'MedlineCitation')
  const article = childOf(citation, 'Article')
  const journal = childOf(article, 'Journal')
  const types = childrenOf(childOf(article, 'PublicationTypeList'), 'PublicationType')
  const printed = childOf(childOf(journal, 'JournalIssue'), 'PubDate')
  return {
    ...common(citation, article, childOf(element, 'PubmedData')),
    title: markedIn(article, 'ArticleTitle'),
    journal: textIn(journal, 'Title', 'ISOAbbreviation'),
    publishedDate: dateOf(childOf(article, 'ArticleDate')) ?? dateOf(printed),
    retracted: types.some((type) => textIn({ type }, 'type') === 'Retracted Publication'),
  }
}

function chapterOf(element: Xml): Article {
  const document = childOf(element, 'BookDocument')
  const book = childOf(document, 'Book')
  return {
    ...common(document, document, childOf(element, 'PubmedBookData')),
    title: markedIn(document, 'ArticleTitle') ?? markedIn(book, 'BookTitle'),
    journal: markedIn(book, 'BookTitle'),
    publishedDate: dateOf(childOf(book, 'PubDate')),
    retracted: false,
  }
}

function common(numbered: Xml | null, written: Xml | null, data: Xml | null) {
  const pmid = textIn(numbered, 'PMID')
  if (pmid === null)
    throw new Fault('upstream_failed', 'PubMed answered with an article that has no number.')
  const ids = childrenOf(childOf(data, 'ArticleIdList'), 'ArticleId')
  const doi = ids.find((id) => attributeOf(id, 'IdType') === 'doi') ?? null
  return {
    pmid,
    authors: childrenOf(childOf(written, 'AuthorList'), 'Author')
      .slice(0, AUTHORS_MAX)
      .flatMap((author) => nameOf(author) ?? []),
    doi: doi === null ? null : textIn({ doi }, 'doi'),
    abstract: abstractOf(childOf(written, 'Abstract')),
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  }
}

const nameOf = (author: Xml): string | null =>
  [textIn(author, 'ForeName', 'Initials'), textIn(author, 'LastName')].filter(Boolean).join(' ') ||
  textIn(author, 'CollectiveName')

/** Sections with their labels, one paragraph each. */
function abstractOf(abstract: Xml | null): string | null {
  const parts = childrenOf(abstract, 'AbstractText').map((part) => {
    const label = attributeOf(part, 'Label')
    const said = markedIn({ part }, 'part') ?? ''
    return label === null ? said : `${label}: ${said}`
  })
  return parts.join('\n\n') || null
}

/** The plain text of an element that was kept as raw markup. */
function markedIn(parent: unknown, name: string): string | null {
  const written = textIn(parent, name)
  return written === null ? null : plainText(written).replaceAll(/\s+/g, ' ') || null
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The date as far as it is known: a year, a month or a day. A season or a range gives the year. */
function dateOf(element: Xml | null): string | null {
  const year = textIn(element, 'Year') ?? /\d{4}/.exec(textIn(element, 'MedlineDate') ?? '')?.[0]
  if (year === undefined) return null
  const month = textIn(element, 'Month') ?? ''
  const number = MONTHS.indexOf(month) + 1 || Number(/^\d{1,2}$/.exec(month)?.[0] ?? 0)
  if (number === 0) return year
  const day = textIn(element, 'Day')
  return [year, String(number), ...(day === null ? [] : [day])]
    .map((part) => part.padStart(2, '0'))
    .join('-')
}
