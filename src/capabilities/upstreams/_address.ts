import type { Host } from '../../base/core/capability.ts'

type Scalar = string | number | boolean

/** A list becomes one field per item; undefined values are left out. */
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>

interface Addressed {
  readonly name: string
  readonly base: string
  readonly baseSetting?: string
}

export const baseSettingOf = ({ name, baseSetting }: Omit<Addressed, 'base'>): string =>
  baseSetting ?? `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}_URL`

/** Makes the URL of a path; an override replaces every host. */
export function addresser(spec: Addressed, host: Host) {
  const override = host.setting(baseSettingOf(spec))?.replace(/\/+$/, '')
  return (path: string, query: Query = {}): string => {
    const isAbsolute = /^https?:/.test(path)
    const given = new URL(isAbsolute ? path : `${override ?? spec.base}${path}`)
    const url =
      isAbsolute && override ? new URL(`${override}${given.pathname}${given.search}`) : given
    for (const [name, value] of Object.entries(query))
      for (const item of [value ?? []].flat()) url.searchParams.append(name, String(item))
    return url.href
  }
}
