import type { Capability } from '../base/core/capability.ts'
import { createKeyRing, type KeyRing } from './signing-keys.ts'

export interface ServiceKeys extends Pick<KeyRing, 'current' | 'published'> {
  /** The address under which the service publishes its keys; undefined where none is set. */
  readonly issuer: string | undefined
}

/** The service's own signature. */
export const serviceKeys: Capability<ServiceKeys> = {
  name: 'service-keys',
  texts: 'own',
  settings: [],
  open(host) {
    const { current, published } = createKeyRing(host.db, () => host.now())
    const issuer = host.setting('BASE_URL')
    return () => ({ current, published, issuer })
  },
}
