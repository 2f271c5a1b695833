interface Wanted {
  readonly packages: readonly string[]
  readonly versions: Readonly<Record<string, string>>
  /** Whether a package lies in the folder of packages of this installation. */
  inPlace(name: string): boolean
  /** Where there is a lockfile, what the packages need is what it names. */
  readonly clone: boolean
}

/**
 * What `npm` is told so that these packages are added and nothing is saved. It takes away whatever
 * of the lockfile it is not told of, so the engines that are in place are named too.
 */
export function installCommand({ packages, versions, inPlace, clone }: Wanted): readonly string[] {
  const kept = clone ? Object.keys(versions).filter(inPlace) : []
  const named = [...new Set([...kept, ...packages])].map((name) => `${name}@${versions[name]}`)
  if (!clone) return ['install', ...named]
  const omitted = inPlace('vitest') ? [] : ['--omit=dev']
  return ['install', '--no-save', '--save-prod', ...omitted, '--omit=peer', ...named]
}
