/** The OSV names of ecosystems, by the names in this catalog. */
export const OSV_ECOSYSTEMS = {
  npm: 'npm',
  pypi: 'PyPI',
  crates: 'crates.io',
  go: 'Go',
  maven: 'Maven',
  nuget: 'NuGet',
  rubygems: 'RubyGems',
  packagist: 'Packagist',
  pub: 'Pub',
  hex: 'Hex',
} as const

export type OsvEcosystem = keyof typeof OSV_ECOSYSTEMS

/** Normalises a name by PEP 503. Projects with the same normalised name are the same. */
export const normalizedPypiName = (name: string): string =>
  name.toLowerCase().replaceAll(/[-_.]+/g, '-')
