import { standIn } from './define.ts'

/** recherche-entreprises.api.gouv.fr/docs: `GET /search`. */
const DANONE = {
  siren: '552032534',
  nom_complet: 'DANONE',
  nom_raison_sociale: 'DANONE',
  sigle: null,
  nombre_etablissements: 81,
  siege: {
    siret: '55203253400729',
    adresse: '59-61 RUE LA FAYETTE 75009 PARIS',
    etat_administratif: 'A',
  },
  activite_principale: '70.10Z',
  categorie_entreprise: 'GE',
  date_creation: '1955-01-01',
  date_fermeture: null,
  dirigeants: [
    {
      nom: 'DE SAINT-AFFRIQUE',
      prenoms: 'ANTOINE',
      annee_de_naissance: '1964',
      qualite: 'Directeur Général',
      type_dirigeant: 'personne physique',
    },
    {
      siren: '775726417',
      denomination: 'KPMG SA',
      qualite: 'Commissaire aux comptes titulaire',
      type_dirigeant: 'personne morale',
    },
  ],
  etat_administratif: 'A',
  nature_juridique: '5599',
  tranche_effectif_salarie: '41',
  annee_tranche_effectif_salarie: '2023',
}

/** One that is closed, employs nobody known, and whose seat is not told. */
const CLOSED = {
  siren: '123456789',
  nom_complet: 'ANCIENNE',
  siege: { adresse: null },
  date_creation: null,
  dirigeants: [],
  etat_administratif: 'C',
  nature_juridique: '5710',
  tranche_effectif_salarie: 'NN',
}

export default standIn({
  at: 'UPSTREAM_RECHERCHE_ENTREPRISES_URL',
  answer({ path, query }) {
    if (path !== '/search') return undefined
    const q = query.get('q')
    if (q === 'ab') return Response.json({ erreur: '3 caractères minimum' }, { status: 400 })
    const results = q === 'Danone' ? [DANONE, CLOSED] : []
    return { results, total_results: results.length, page: 1, per_page: 5, total_pages: 1 }
  },
})
