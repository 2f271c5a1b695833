import { Fault } from '../../base/core/fault.ts'
import type { Grant, GrantMode } from '../../stores/memory-grants.ts'

/** Throws `forbidden` with the grant that is needed. */
export function assertGranted(
  needed: GrantMode,
  { wallet, owner }: { readonly wallet: string; readonly owner: string },
  grant: Grant | null,
): void {
  if (grant && (needed === 'read' || grant.mode === 'readwrite')) return
  throw new Fault(
    'forbidden',
    `The namespace ${owner} belongs to another wallet. Its owner can grant it: POST /api/memory/grant {"grantee":"${wallet}","mode":"${needed}"}.`,
    { body: { owner, needed } },
  )
}
