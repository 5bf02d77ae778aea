import type { english } from './en'

/** The main process's own few texts, in French. */
export const french: typeof english = {
  app: 'Vitrine',
  savePicture: 'Enregistrer l’image',
  exportProducts: 'Exporter des produits',
  shareReviews: 'Enregistrer les contrôles pour des collègues',
  mergeReviews: 'Fusionner les contrôles d’un collègue',
  reviewFiles: 'Contrôles',
  addAuthorities: 'Faire confiance à une autorité de certification',
  certificateFiles: 'Certificats',
  saveDiagnostics: 'Enregistrer le diagnostic',
  menu: {
    file: 'Fichier',
    edit: 'Édition',
    view: 'Affichage',
    window: 'Fenêtre',
    helpMenu: 'Aide',
    openLogs: 'Ouvrir le dossier des journaux',
    about: 'À propos de Vitrine',
    settings: 'Réglages',
    'new-connection': 'Connecter une boutique',
    export: 'Exporter…',
    find: 'Rechercher',
    palette: 'Commandes et produits',
    'go-products': 'Aller à Produits',
    'go-review': 'Aller à Contrôle',
    'go-quality': 'Aller à Qualité',
    'go-changes': 'Aller à Modifications',
    refresh: 'Actualiser',
    sync: 'Synchroniser le catalogue',
    'first-page': 'Première page',
    'previous-page': 'Page précédente',
    'next-page': 'Page suivante',
    'last-page': 'Dernière page',
    'toggle-details': 'Détails du produit',
    'toggle-sidebar': 'Barre latérale',
    help: 'Aide de Vitrine',
    shortcuts: 'Raccourcis clavier',
    tour: 'Visite guidée',
    'check-connection': 'Vérifier la connexion',
    roles: {
      services: 'Services',
      hide: 'Masquer Vitrine',
      hideOthers: 'Masquer les autres',
      unhide: 'Tout afficher',
      quit: 'Quitter Vitrine',
      close: 'Fermer la fenêtre',
      undo: 'Annuler',
      redo: 'Rétablir',
      cut: 'Couper',
      copy: 'Copier',
      paste: 'Coller',
      delete: 'Supprimer',
      selectAll: 'Tout sélectionner',
      resetZoom: 'Taille réelle',
      zoomIn: 'Zoom avant',
      zoomOut: 'Zoom arrière',
      togglefullscreen: 'Plein écran',
      toggleDevTools: 'Outils de développement',
      minimize: 'Réduire',
      zoom: 'Zoomer la fenêtre',
      front: 'Tout ramener au premier plan'
    }
  },
  crash: {
    title: 'Vitrine doit se fermer',
    text: 'Sa fenêtre a cessé de fonctionner deux fois de suite. Relancez Vitrine\u202f; vos connexions sont conservées.'
  },
  bug: {
    title: 'Vitrine doit se fermer',
    text: 'Il s’est produit une erreur dont Vitrine ne peut pas se remettre. Relancez-le\u202f; tout ce qui était enregistré est conservé.'
  },
  failedStart: {
    title: 'Vitrine n’a pas pu démarrer',
    text: 'Relancez-le. Si cela échoue encore, réinstallez Vitrine\u202f: vos boutiques et vos contrôles sont conservés. Ce qui s’est passé est écrit ici\u202f:'
  },
  failedUpdate: {
    title: 'La nouvelle version n’a pas pu être installée',
    text: 'Rouvrez Vitrine\u202f: vous avez toujours la version précédente, et la nouvelle sera proposée de nouveau.'
  },
  hang: {
    title: 'Vitrine ne répond pas',
    text: 'Vous pouvez attendre ou recharger la fenêtre. Tout ce qui était enregistré est conservé.',
    wait: 'Attendre',
    reload: 'Recharger'
  }
}
