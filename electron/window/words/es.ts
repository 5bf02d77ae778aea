import type { Words } from '../words'

/** The main process's own few texts in Spanish. */
export const spanish: Words = {
  app: 'Vitrine',
  savePicture: 'Guardar imagen',
  exportProducts: 'Exportar productos',
  shareReviews: 'Guardar revisiones para colegas',
  mergeReviews: 'Combinar las revisiones de un colega',
  reviewFiles: 'Revisiones',
  addAuthorities: 'Confiar en una autoridad de certificación',
  certificateFiles: 'Certificados',
  saveDiagnostics: 'Guardar diagnóstico',
  menu: {
    file: 'Archivo',
    edit: 'Edición',
    view: 'Ver',
    window: 'Ventana',
    helpMenu: 'Ayuda',
    openLogs: 'Abrir la carpeta de registros',
    about: 'Acerca de Vitrine',
    settings: 'Ajustes',
    'new-connection': 'Conectar una tienda',
    export: 'Exportar…',
    find: 'Buscar',
    palette: 'Comandos y productos',
    'go-products': 'Ir a Productos',
    'go-review': 'Ir a Revisión',
    'go-quality': 'Ir a Calidad',
    'go-changes': 'Ir a Cambios',
    refresh: 'Actualizar',
    sync: 'Sincronizar el catálogo',
    'first-page': 'Primera página',
    'previous-page': 'Página anterior',
    'next-page': 'Página siguiente',
    'last-page': 'Última página',
    'toggle-details': 'Detalles del producto',
    'toggle-sidebar': 'Barra lateral',
    help: 'Ayuda de Vitrine',
    shortcuts: 'Atajos de teclado',
    tour: 'Hacer la visita guiada',
    'check-connection': 'Comprobar la conexión',
    roles: {
      services: 'Servicios',
      hide: 'Ocultar Vitrine',
      hideOthers: 'Ocultar otros',
      unhide: 'Mostrar todo',
      quit: 'Salir de Vitrine',
      close: 'Cerrar ventana',
      undo: 'Deshacer',
      redo: 'Rehacer',
      cut: 'Cortar',
      copy: 'Copiar',
      paste: 'Pegar',
      delete: 'Eliminar',
      selectAll: 'Seleccionar todo',
      resetZoom: 'Tamaño real',
      zoomIn: 'Acercar',
      zoomOut: 'Alejar',
      togglefullscreen: 'Pantalla completa',
      toggleDevTools: 'Herramientas de desarrollo',
      minimize: 'Minimizar',
      zoom: 'Zoom de la ventana',
      front: 'Traer todo al frente'
    }
  },
  crash: {
    title: 'Vitrine tiene que cerrarse',
    text: 'Su ventana dejó de funcionar dos veces seguidas. Vuelva a iniciar Vitrine; sus conexiones se conservan.'
  },
  bug: {
    title: 'Vitrine tiene que cerrarse',
    text: 'Ha ocurrido un error del que Vitrine no puede recuperarse. Vuelva a iniciarlo; todo lo guardado se conserva.'
  },
  failedStart: {
    title: 'Vitrine no pudo iniciarse',
    text: 'Inícielo otra vez. Si vuelve a fallar, instale Vitrine de nuevo: sus tiendas y revisiones se conservan. Lo que ha fallado está escrito aquí:'
  },
  failedUpdate: {
    title: 'No se pudo instalar la nueva versión',
    text: 'Vuelva a abrir Vitrine: sigue teniendo la versión anterior, y la nueva se ofrecerá de nuevo.'
  },
  hang: {
    title: 'Vitrine no responde',
    text: 'Puede esperar o volver a cargar la ventana. Todo lo guardado se conserva.',
    wait: 'Esperar',
    reload: 'Volver a cargar'
  }
}
