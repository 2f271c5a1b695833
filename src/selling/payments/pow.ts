import { createHmac, hash } from 'node:crypto'
import { Fault } from '../../base/core/fault.ts'
import { extraWorkBits, takesWork, type Tool } from '../../base/core/tool.ts'
import type { RailChallenge, Credential, Rail, RailGuide } from './rail.ts'
import { WITHOUT_MONEY } from './without-money.ts'
import { sameText } from '../../base/lib/same-text.ts'
import { timedId } from '../../base/lib/timed-id.ts'
import { onlyOne, valuesIn } from './sent-once.ts'
import { headerParameter } from './header-parameters.ts'

export const POW_GUIDE: RailGuide = {
  title: 'proof of work',
  how: (freeUrl) =>
    `Proof of work, on the tools that say so: get ${freeUrl('challenge')}?slug=<slug>, find a nonce for which sha256(challenge + ":" + nonce) begins with \`difficulty\` zero bits, and send \`X-Pow-Solution: <token>:<nonce>\`.`,
  parameters: {
    PowSolution: headerParameter('X-Pow-Solution', 'A solved challenge: `<token>:<nonce>`.'),
  },
  work: {
    protocol: 'proof-of-work',
    summary: 'Solve a small puzzle instead of paying, on the eligible tools.',
  },
}

export interface PowOptions {
  /** Signs challenges; the same on every replica. */
  readonly secret: string
  /** Leading zero bits of `sha256(challenge + ":" + nonce)`. */
  readonly difficulty: number
  readonly baseUrl: string
  now(): number
}

/** What `GET /api/pow/challenge` answers. */
export interface PowChallenge {
  readonly algorithm: 'sha256'
  readonly challenge: string
  readonly difficulty: number
  readonly token: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
  readonly slug: string
  readonly rule: string
  readonly submitHeader: string
  readonly submitFormat: string
}

export interface PowRail extends Rail<Solution | null, void, null> {
  /** `moreBits`: for clients whose calls failed lately. */
  issue(tool: Tool, moreBits?: number): PowChallenge
}

interface Solution {
  readonly challenge: string
  readonly expiresAt: number
  readonly difficulty: number
  readonly slug: string
  readonly nonce: string
}

const LIFE_SECONDS = 300
/** A minute or two of a fast machine. */
const BITS_MAX = 28
const NONCE_LENGTH_MAX = 128

/**
 * Work instead of money, for tools that cost nothing but CPU. Challenges are signed, never stored.
 */
export function createPowRail({ secret, difficulty, baseUrl, now }: PowOptions): PowRail {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url')

  const challenges = new WeakMap<Tool, RailChallenge>()

  function invitation({ slug }: Tool): RailChallenge {
    const challengeUrl = `${baseUrl}/api/pow/challenge?slug=${slug}`
    const altPayment = {
      protocol: 'proof-of-work',
      summary: 'Solve a small puzzle instead of paying.',
      challengeUrl,
      info: `${baseUrl}/llms.txt`,
    }
    return {
      protocol: 'pow',
      value: () => altPayment,
      headers: [['x-pow-challenge', challengeUrl]],
      body: { altPayment },
    }
  }

  function issue(tool: Tool, moreBits = 0): PowChallenge {
    const { slug } = tool
    const bits = Math.min(BITS_MAX, difficulty + extraWorkBits(tool) + moreBits)
    const at = now()
    // Used challenges are kept in order of their text; those of one moment are neighbours.
    const challenge = timedId(at).replaceAll('-', '')
    const expiresAt = Math.floor(at / 1000) + LIFE_SECONDS
    const text = `${challenge}.${expiresAt}.${bits}.${slug}`
    return {
      algorithm: 'sha256',
      challenge,
      difficulty: bits,
      token: `${text}.${sign(text)}`,
      expiresAt,
      slug,
      rule: 'Find a nonce so that sha256(challenge + ":" + nonce) begins with `difficulty` zero bits.',
      submitHeader: 'X-Pow-Solution',
      submitFormat: '<token>:<nonce>',
    }
  }

  function read(header: string): Solution | null {
    const colon = header.indexOf(':')
    const [token, nonce] = [header.slice(0, colon), header.slice(colon + 1)]
    const [challenge = '', expires = '', bits = '', slug = '', mac = '', ...rest] = token.split('.')
    const mine = sign(`${challenge}.${expires}.${bits}.${slug}`)
    if (colon < 0 || rest.length > 0 || !sameText(mac, mine)) return null
    if (nonce === '' || nonce.length > NONCE_LENGTH_MAX) return null
    return { challenge, expiresAt: Number(expires), difficulty: Number(bits), slug, nonce }
  }

  return {
    id: 'pow',
    paymentHeaders: ['x-pow-solution'],
    issue,
    accepts: takesWork,
    challenge({ tool }) {
      const known = challenges.get(tool) ?? invitation(tool)
      challenges.set(tool, known)
      return known
    },

    claim(request) {
      const header = request.header('x-pow-solution')
      if (header === undefined) return null
      const sent = onlyOne('X-Pow-Solution', valuesIn(header)) ?? ''
      const solution = read(sent)
      return {
        rail: 'pow',
        payer: sent,
        proof: solution && `pow:${solution.challenge}`,
        proofUntil: (solution?.expiresAt ?? 0) * 1000,
        spentWhenPresented: true,
        data: solution,
      } satisfies Credential<Solution | null>
    },

    inspect({ data: solution }, { tool }) {
      if (!takesWork(tool)) throw powFault(`${tool.slug} is not payable by proof of work`)
      if (!solution)
        throw powFault('malformed solution: expected <token>:<nonce> with a token of this service')
      if (solution.slug !== tool.slug) {
        throw powFault(`the challenge is scoped to "${solution.slug}", not "${tool.slug}"`)
      }
      if (solution.expiresAt * 1000 <= now()) throw powFault('the challenge has expired')
      if (zeroBits(solution) < solution.difficulty) throw powFault('insufficient work')
    },

    verify: async () => ({
      rail: 'pow',
      payer: { rail: 'pow', wallet: null },
      amount: 0 as never,
      // The proof was used up when it was presented.
      proof: null,
      data: null,
    }),
    ...WITHOUT_MONEY,
    guide: POW_GUIDE,
    describe: () => ({
      algorithm: 'sha256',
      difficultyBits: difficulty,
      challengeUrl: `${baseUrl}/api/pow/challenge?slug=<slug>`,
      header: 'X-Pow-Solution: <token>:<nonce>',
    }),
  }
}

const powFault = (reason: string): Fault =>
  new Fault('payment_refused', `Proof of work: ${reason}.`)

function zeroBits({ challenge, nonce }: Solution): number {
  const digest = hash('sha256', `${challenge}:${nonce}`, 'buffer')
  const first = digest.findIndex((byte) => byte !== 0)
  if (first < 0) return 256
  return first * 8 + Math.clz32(digest[first] ?? 0) - 24
}
