import { base58 } from '@scure/base'
import { createHash } from 'node:crypto'

export type Confidence = 'high' | 'medium' | 'low'

/**
 * The pattern of one kind of secret. The first group, if any, is the secret itself. Patterns begin
 * at a word boundary and have bounded repetitions, so matching is fast for any text.
 */
export interface SecretRule {
  readonly rule: string
  readonly pattern: RegExp
  /** The confidence of a match; null to ignore it. */
  readonly judge: (secret: string, match: RegExpExecArray) => Confidence | null
}

const always = (confidence: Confidence) => () => confidence

/** The Shannon entropy of a text, in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}

const kindsOf = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length

const PLACEHOLDER =
  /^(?:[<$%{[(]|x{4}|\*{3}|\.{3}|your|my[-_]|example|change|replace|dummy|placeholder|redacted|null|undefined|none|true|false|process\.|os\.|env\.|self\.|this\.|config\.|settings\.)|example|(.)\1{5}/i

const TOKEN_BITS_MIN = 3.2
const TOKEN_LENGTH_MIN = 16

/** A value after a name such as `api_key`. */
function judgeAssigned(secret: string, match: RegExpExecArray): Confidence | null {
  if (PLACEHOLDER.test(secret)) return null
  const isLong = secret.length >= TOKEN_LENGTH_MIN && /\d/.test(secret)
  if (isLong && entropyOf(secret) >= TOKEN_BITS_MIN) return 'medium'
  const isPassword = /^(?:pass|pwd)/i.test(match[0])
  return isPassword && kindsOf(secret) >= 3 ? 'medium' : kindsOf(secret) >= 3 ? 'low' : null
}

const RANDOM_BITS_MIN = 4.6

/** A long run of letters and digits without a name: mostly a hash, sometimes a key. */
function judgeUnnamed(secret: string): Confidence | null {
  const isMixed = /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d.*\d.*\d/.test(secret)
  const isWordy = /^sha\d|[a-z]{9}|[A-Z]{9}/.test(secret)
  return isMixed && !isWordy && entropyOf(secret) >= RANDOM_BITS_MIN ? 'low' : null
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** Base58 whose last four bytes are the checksum of the others. */
function judgeChecked(secret: string): Confidence | null {
  try {
    const bytes = base58.decode(secret)
    const sum = sha256(sha256(bytes.subarray(0, -4))).subarray(0, 4)
    return sum.equals(bytes.subarray(-4)) ? 'high' : null
  } catch {
    return null
  }
}

const SAMPLE = /EXAMPLE/

export const SECRET_RULES: readonly SecretRule[] = [
  {
    rule: 'aws-access-key-id',
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
    judge: (secret) => (SAMPLE.test(secret) ? 'low' : 'high'),
  },
  {
    rule: 'google-api-key',
    pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g,
    judge: always('high'),
  },
  {
    rule: 'google-oauth-secret',
    pattern: /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g,
    judge: always('high'),
  },
  {
    rule: 'model-provider-key',
    pattern: /(?<![\w-])(?:sk-(?:proj-|ant-|or-v1-|svcacct-|live-)?|gsk_|xai-)[\w-]{20,300}/g,
    judge: (secret) => (/\d/.test(secret) && entropyOf(secret) > TOKEN_BITS_MIN ? 'high' : null),
  },
  {
    rule: 'stripe-key',
    pattern: /(?<!\w)(?:[sr]k_(?:live|test)_\w{16,250}|whsec_[\w+/]{24,100}={0,2})/g,
    judge: always('high'),
  },
  {
    rule: 'json-web-token',
    pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,8000}\.[\w-]{16,2000}/g,
    judge: always('medium'),
  },
  {
    rule: 'pypi-token',
    pattern: /(?<![\w-])pypi-AgE[\w-]{50,500}/g,
    judge: always('high'),
  },
  {
    rule: 'telegram-bot-token',
    pattern: /(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])/g,
    judge: always('high'),
  },
  {
    rule: 'discord-webhook',
    pattern:
      /https:\/\/(?:\w{2,6}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{10,22}\/[\w-]{50,100}/g,
    judge: always('high'),
  },
  {
    rule: 'twilio-key',
    pattern: /(?<!\w)SK[0-9a-f]{32}(?!\w)/g,
    judge: always('high'),
  },
  {
    rule: 'mailgun-key',
    pattern: /(?<![\w-])key-[0-9a-f]{32}(?!\w)/g,
    judge: always('high'),
  },
  {
    rule: 'azure-storage-key',
    pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g,
    judge: always('high'),
  },
  {
    rule: 'digitalocean-token',
    pattern: /(?<!\w)do[opr]_v1_[0-9a-f]{64}(?!\w)/g,
    judge: always('high'),
  },
  {
    rule: 'age-secret-key',
    pattern: /(?<!\w)AGE-SECRET-KEY-1[0-9A-Z]{58}(?!\w)/g,
    judge: always('high'),
  },
  {
    rule: 'bitcoin-private-key',
    pattern: /(?<!\w)[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}(?!\w)/g,
    judge: judgeChecked,
  },
  {
    rule: 'extended-private-key',
    pattern: /(?<!\w)[xyzt]prv[1-9A-HJ-NP-Za-km-z]{107}(?!\w)/g,
    judge: judgeChecked,
  },
  {
    rule: 'authorization-header',
    pattern:
      /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token)\s{1,4}([\w.~+/-]{16,2000}=*)/gi,
    judge: (secret) => (PLACEHOLDER.test(secret) ? null : 'medium'),
  },
  {
    rule: 'password-in-url',
    pattern:
      /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:([^\s/@"'<>]{1,200})@/gi,
    judge: (secret) => (PLACEHOLDER.test(secret) ? null : 'medium'),
  },
  {
    rule: 'named-secret',
    pattern:
      /(?:pass(?:word|wd|phrase)|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?key|token|credential|private[_-]?key)\w{0,20}["'\]]{0,2}\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]?([^\s"'`,;<>(){}]{8,500})/gi,
    judge: judgeAssigned,
  },
  {
    rule: 'random-text',
    pattern: /(?<![\w+/=.-])[\w+/-]{40,128}={0,2}(?![\w+/=-])/g,
    judge: judgeUnnamed,
  },
]
