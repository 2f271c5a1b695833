import type { KeyRing } from '../../stores/signing-keys.ts'
import type { Usage } from './conversation.ts'

/** What a call of a model has bought. */
export interface Purchase {
  /** Of the call, as its answer names it. */
  readonly id: string
  /** Seconds since the epoch. */
  readonly at: number
  readonly wire: string
  readonly model: string
  readonly provider: string
  readonly usage: Usage
  readonly costUsd: number
  readonly rail: string
  readonly wallet: string | null
  /** The answer was made for an earlier call, and reused. */
  readonly again?: true
}

/** Signs receipts with the key of this service, which all its replicas share. */
export interface Signer {
  /** A JSON Web Signature. */
  receipt(purchase: Purchase): string
}

export async function openSigner(keys: KeyRing): Promise<Signer> {
  const key = await keys.current()
  const head = encoded({ alg: 'EdDSA', typ: 'receipt+jws', kid: key.kid })
  return {
    receipt(purchase) {
      const signed = `${head}.${encoded(purchase)}`
      return `${signed}.${key.sign(signed)}`
    },
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
