import { parse as parseIsbn } from 'isbn3'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { line } from '../../../../base/lib/fields.ts'

const Kind = z.enum([
  'doi',
  'orcid',
  'isni',
  'pmid',
  'pmcid',
  'arxiv',
  'issn',
  'isbn',
  'handle',
  'bibcode',
])

interface Read {
  readonly kind: z.output<typeof Kind>
  readonly normalized: string
  readonly url: string
  /** Left out if the kind has no check digit. */
  readonly right?: boolean
}

export default defineTool({
  route: 'POST /api/publication-id-validate',
  name: 'Publication identifier check',
  description:
    'Recognise and check DOI, ORCID, ISNI, arXiv, PubMed, ISSN, ISBN, Handle and bibcode identifiers.',
  asks: ['is this orcid id correct', 'clean up a doi link', 'is this DOI or ORCID right'],
  price: '$0.001',
  uses: {},
  input: z.object({
    id: line(300).describe('The identifier, bare, with its prefix (doi:, PMID:) or as a link.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and check digit are right. Whether it was registered is unknown.'),
    kind: Kind.optional().describe('Kind; left out if no kind has this form.'),
    normalized: z.string().optional().describe('Identifier in the form of its registry.'),
    url: z.string().optional().describe('Address that it resolves to.'),
    checkDigitValid: z.boolean().optional().describe('Left out for kinds without a check digit.'),
  }),
  examples: [
    {
      input: { id: 'https://orcid.org/0000-0002-1825-0097' },
      output: {
        valid: true,
        kind: 'orcid',
        normalized: '0000-0002-1825-0097',
        url: 'https://orcid.org/0000-0002-1825-0097',
        checkDigitValid: true,
      },
    },
    {
      input: { id: 'doi:10.1000/XYZ123.' },
      output: {
        valid: true,
        kind: 'doi',
        normalized: '10.1000/xyz123',
        url: 'https://doi.org/10.1000/xyz123',
      },
    },
  ],

  run({ id }) {
    const read = READERS.reduce<Read | undefined>((found, reader) => found ?? reader(id), undefined)
    if (!read) return { valid: false }
    const { kind, normalized, url, right } = read
    return {
      valid: right !== false,
      kind,
      normalized,
      url,
      ...(right !== undefined && { checkDigitValid: right }),
    }
  },
})

/** The kinds in the order in which they are tried. */
const READERS: readonly ((id: string) => Read | undefined)[] = [
  readArxiv,
  readDoi,
  readOrcid,
  readPmcid,
  readPmid,
  readIsbn,
  readIssn,
  readBibcode,
  readHandle,
]

function readDoi(id: string): Read | undefined {
  const bare = id.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:?\s*)/i, '')
  const read = /^10\.\d{4,9}(\.\d+)*\/\S+$/.exec(safelyDecoded(bare))?.[0]
  if (read === undefined) return undefined
  // DOIs ignore case, and punctuation after one belongs to the sentence.
  const normalized = read.toLowerCase().replace(/[.,;]+$/, '')
  const path = encodeURI(normalized).replaceAll('#', '%23').replaceAll('?', '%3F')
  return { kind: 'doi', normalized, url: `https://doi.org/${path}` }
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** ORCIDs are a range of the ISNIs. */
function readOrcid(id: string): Read | undefined {
  const link = /^https?:\/\/(?:www\.)?(orcid|isni)\.org\/(?:isni\/)?/i.exec(id)
  const bare = id.replace(/^https?:\/\/[^/]+\/(isni\/)?|^(orcid|isni):?\s*/gi, '')
  const digits = bare.replace(/[\s-]+/g, '').toUpperCase()
  if (!/^\d{15}[\dX]$/.test(digits)) return undefined
  const right = CHECK_SCHEMES.mod11.checkOf(digits.slice(0, 15)) === digits[15]
  const isIsni = link?.[1]?.toLowerCase() === 'isni' || /^isni/i.test(id) || !isOrcidRange(digits)
  return isIsni
    ? { kind: 'isni', normalized: digits, url: `https://isni.org/isni/${digits}`, right }
    : {
        kind: 'orcid',
        ...withUrl('https://orcid.org/', digits.replace(/(.{4})(?=.)/g, '$1-')),
        right,
      }
}

/** The blocks that ISNI reserves for ORCID. */
function isOrcidRange(digits: string): boolean {
  const number = Number(digits.slice(0, 15))
  return (
    (number >= 15_000_000 && number <= 35_000_000) ||
    (number >= 900_000_000_000 && number <= 900_100_000_000)
  )
}

const withUrl = (base: string, normalized: string) => ({ normalized, url: base + normalized })

function readArxiv(id: string): Read | undefined {
  const bare = id
    .replace(/^https?:\/\/(www\.|export\.)?arxiv\.org\/(abs|pdf|html)\//i, '')
    .replace(/^(https?:\/\/doi\.org\/|doi:)?10\.48550\//i, '')
    .replace(/^arxiv[:.]\s*/i, '')
    .replace(/\.pdf$/i, '')
  const isNew = /^\d\d(0[1-9]|1[0-2])\.\d{4,5}(v\d{1,3})?$/.test(bare)
  const isOld = /^[a-z]+(-[a-z]+)?(\.[A-Z]{2})?\/\d\d(0[1-9]|1[0-2])\d{3}(v\d{1,3})?$/i.test(bare)
  return isNew || isOld ? { kind: 'arxiv', ...withUrl('https://arxiv.org/abs/', bare) } : undefined
}

function readPmcid(id: string): Read | undefined {
  const digits = /(?:^|pmcid:?\s*|\/articles\/)PMC(\d{1,9})(?:\.\d+)?\/?$/i.exec(id)?.[1]
  return digits === undefined
    ? undefined
    : { kind: 'pmcid', ...withUrl('https://pmc.ncbi.nlm.nih.gov/articles/', `PMC${digits}`) }
}

function readPmid(id: string): Read | undefined {
  const digits = /^(?:pmid:?\s*|https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)?([1-9]\d{0,7})\/?$/i.exec(
    id,
  )?.[1]
  // Eight digits alone may be a PubMed number or an ISSN without its hyphen.
  const isIssn = /^\d{8}$/.test(id) && issnIsRight(id)
  return digits === undefined || isIssn
    ? undefined
    : { kind: 'pmid', ...withUrl('https://pubmed.ncbi.nlm.nih.gov/', digits) }
}

function readIsbn(id: string): Read | undefined {
  const bare = id
    .replace(/^(urn:)?isbn(-1[03])?:?\s*/i, '')
    .replace(/[\s-]+/g, '')
    .toUpperCase()
  if (!/^(\d{9}[\dX]|97[89]\d{10})$/.test(bare)) return undefined
  const isbn = parseIsbn(bare)
  const scheme = bare.length === 10 ? CHECK_SCHEMES.isbn10 : CHECK_SCHEMES.ean
  const right = scheme.checkOf(bare.slice(0, -1)) === bare.slice(-1)
  const normalized = right ? (isbn?.isbn13h ?? bare) : bare
  return { kind: 'isbn', normalized, url: `https://openlibrary.org/isbn/${bare}`, right }
}

/** Weights as in ISBN-10, over seven digits. */
const issnIsRight = (digits: string): boolean =>
  CHECK_SCHEMES.isbn10.checkOf(digits.slice(0, 7)) === digits[7]

function readIssn(id: string): Read | undefined {
  const digits =
    /^(?:(?:urn:)?e?issn:?\s*|https?:\/\/portal\.issn\.org\/resource\/issn\/)?(\d{4}-?\d{3}[\dX])$/i
      .exec(id)?.[1]
      ?.replace('-', '')
      .toUpperCase()
  if (digits === undefined) return undefined
  const normalized = `${digits.slice(0, 4)}-${digits.slice(4)}`
  const url = `https://portal.issn.org/resource/ISSN/${normalized}`
  return { kind: 'issn', normalized, url, right: issnIsRight(digits) }
}

/** Nineteen characters: year, journal, volume, section, page, first letter of the author. */
function readBibcode(id: string): Read | undefined {
  const bare = id.replace(/^(bibcode:\s*|https?:\/\/ui\.adsabs\.harvard\.edu\/abs\/)/i, '')
  return /^[12]\d{3}[A-Za-z&.]{5}[\w.]{9}[A-Z.]$/.test(bare)
    ? {
        kind: 'bibcode',
        normalized: bare,
        url: `https://ui.adsabs.harvard.edu/abs/${encodeURIComponent(bare)}`,
      }
    : undefined
}

function readHandle(id: string): Read | undefined {
  const bare = id.replace(/^(hdl:\s*|https?:\/\/hdl\.handle\.net\/)/i, '')
  return /^\d+(\.\d+)*\/\S+$/.test(bare)
    ? { kind: 'handle', normalized: bare, url: `https://hdl.handle.net/${encodeURI(bare)}` }
    : undefined
}
