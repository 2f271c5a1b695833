import {
  createHash,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Db } from '../base/core/db.ts'
import { ownSecret } from './secrets.ts'
import type { Migration } from './database/migrate.ts'

/**
 * The keys by which the service proves what it has said: made once, the same for all replicas.
 * The newest signs; older ones stay, so that what they have signed can still be checked.
 */
export const signingKeyMigrations: readonly Migration[] = [
  {
    name: 'signing-keys-1',
    sql: [
      `create table signing_keys (
        kid text primary key, seed text not null, valid_from bigint not null, valid_to bigint,
        revoked text not null)`,
    ],
  },
]

export interface PublishedKey {
  readonly kid: string
  /** The 32 bytes of an Ed25519 key, base64url. */
  readonly x: string
  /** Milliseconds since the epoch. */
  readonly validFrom: number
  readonly validTo: number | null
  /** Not to be believed, whatever it has signed. */
  readonly isRevoked: boolean
}

export interface SigningKey extends PublishedKey {
  /** Base64url without padding. */
  sign(text: string): string
}

export interface KeyRing {
  /** The current signing key; it is made if there is none. */
  current(): Promise<SigningKey>
  /** All there have been, the newest first. */
  published(): Promise<readonly PublishedKey[]>
  /** Makes a new key that signs from now on. */
  rotate(how?: { readonly revokes: boolean }): Promise<SigningKey>
}

/** How long a process signs with a key after another has made a new one. */
const FRESH_MS = 30_000
/** The bytes before the 32 bytes of an Ed25519 key in PKCS 8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

interface Row {
  readonly kid: string
  readonly seed: string
  readonly valid_from: number | string
  readonly valid_to: number | string | null
  readonly revoked: string
}

interface Opened {
  readonly key: KeyObject
  readonly kid: string
  readonly x: string
}

type OpenRow = Row & Opened

export function createKeyRing(db: Db, now: () => number): KeyRing {
  let kept: { readonly at: number; readonly rows: Promise<readonly OpenRow[]> } | undefined

  /** To open a key takes longer than to sign with it, so that is done here and not by each call. */
  async function read(): Promise<readonly OpenRow[]> {
    const found = await db.all<Row>('select * from signing_keys order by valid_from desc, kid')
    return found.map((row) => ({ ...row, ...keyOf(row.seed) }))
  }

  async function rows(): Promise<readonly OpenRow[]> {
    if (!kept || now() - kept.at > FRESH_MS || now() < kept.at) kept = { at: now(), rows: begun() }
    return kept.rows
  }

  /** The first key is the one that has signed receipts since there are any. */
  async function begun(): Promise<readonly OpenRow[]> {
    const found = await read()
    if (found.length > 0) return found
    await add(await ownSecret(db, 'model-receipts'), now())
    return read()
  }

  async function add(seed: string, validFrom: number): Promise<void> {
    const { kid } = keyOf(seed)
    await db.batch([
      {
        sql: `insert into signing_keys values ($1, $2, $3, null, 'no')
          on conflict (kid) do nothing`,
        values: [kid, seed, validFrom],
      },
    ])
  }

  return {
    async current() {
      const found = (await rows()).find(({ revoked }) => revoked === 'no')
      if (!found) throw new Error('every signing key is revoked: npm run keys -- rotate')
      return {
        ...publishedOf(found),
        sign: (text) => sign(null, Buffer.from(text), found.key).toString('base64url'),
      }
    },
    async published() {
      return (await rows()).map(publishedOf)
    },
    async rotate({ revokes } = { revokes: false }) {
      await rows()
      const at = now()
      await db.batch([
        {
          sql: 'update signing_keys set valid_to = $1 where valid_to is null',
          values: [at],
        },
        ...(revokes ? [{ sql: "update signing_keys set revoked = 'yes'", values: [] }] : []),
      ])
      await add(randomBytes(32).toString('hex'), at)
      kept = undefined
      return this.current()
    },
  }
}

function publishedOf(row: OpenRow): PublishedKey {
  const { kid, x, valid_from: from, valid_to: to, revoked } = row
  return {
    kid,
    x,
    validFrom: Number(from),
    validTo: to === null ? null : Number(to),
    isRevoked: revoked === 'yes',
  }
}

function keyOf(seed: string): Opened {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const x = String(createPublicKey(key).export({ format: 'jwk' }).x)
  const raw = Buffer.from(x, 'base64url')
  return { key, kid: createHash('sha256').update(raw).digest('hex').slice(0, 16), x }
}

/** As a JSON Web Key, with what has become of it. */
export const publicJwk = ({ kid, x, validFrom, validTo, isRevoked }: PublishedKey) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x,
  kid,
  alg: 'EdDSA',
  use: 'sig',
  validFrom: new Date(validFrom).toISOString(),
  validTo: validTo === null ? null : new Date(validTo).toISOString(),
  revoked: isRevoked,
})
