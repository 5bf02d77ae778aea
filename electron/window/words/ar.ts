import type { Words } from '../words'

/** The main process's own few texts in Arabic. */
export const arabic: Words = {
  app: 'Vitrine',
  savePicture: 'حفظ الصورة',
  exportProducts: 'تصدير المنتجات',
  shareReviews: 'حفظ المراجعات للزملاء',
  mergeReviews: 'دمج مراجعات زميل',
  reviewFiles: 'المراجعات',
  addAuthorities: 'الوثوق بمرجع تصديق',
  certificateFiles: 'الشهادات',
  saveDiagnostics: 'حفظ التشخيص',
  menu: {
    file: 'ملف',
    edit: 'تحرير',
    view: 'عرض',
    window: 'نافذة',
    helpMenu: 'مساعدة',
    openLogs: 'فتح مجلد السجلات',
    about: 'حول Vitrine',
    settings: 'الإعدادات',
    'new-connection': 'ربط متجر',
    export: 'تصدير…',
    find: 'بحث',
    palette: 'الأوامر والمنتجات',
    'go-products': 'الانتقال إلى المنتجات',
    'go-review': 'الانتقال إلى المراجعة',
    'go-quality': 'الانتقال إلى الجودة',
    'go-changes': 'الانتقال إلى التغييرات',
    refresh: 'تحديث',
    sync: 'مزامنة الكتالوج',
    'first-page': 'الصفحة الأولى',
    'previous-page': 'الصفحة السابقة',
    'next-page': 'الصفحة التالية',
    'last-page': 'الصفحة الأخيرة',
    'toggle-details': 'تفاصيل المنتج',
    'toggle-sidebar': 'الشريط الجانبي',
    help: 'مساعدة Vitrine',
    shortcuts: 'اختصارات لوحة المفاتيح',
    tour: 'القيام بالجولة',
    'check-connection': 'فحص الاتصال',
    roles: {
      services: 'الخدمات',
      hide: 'إخفاء Vitrine',
      hideOthers: 'إخفاء الباقي',
      unhide: 'إظهار الكل',
      quit: 'إنهاء Vitrine',
      close: 'إغلاق النافذة',
      undo: 'تراجع',
      redo: 'إعادة',
      cut: 'قص',
      copy: 'نسخ',
      paste: 'لصق',
      delete: 'حذف',
      selectAll: 'تحديد الكل',
      resetZoom: 'الحجم الفعلي',
      zoomIn: 'تكبير',
      zoomOut: 'تصغير',
      togglefullscreen: 'ملء الشاشة',
      toggleDevTools: 'أدوات المطورين',
      minimize: 'تصغير النافذة',
      zoom: 'تكبير النافذة',
      front: 'إحضار الكل إلى الأمام'
    }
  },
  crash: {
    title: 'لا بد من إغلاق Vitrine',
    text: 'توقفت نافذته عن العمل مرتين متتاليتين. شغّل Vitrine من جديد؛ اتصالاتك محفوظة.'
  },
  bug: {
    title: 'لا بد من إغلاق Vitrine',
    text: 'حدث خطأ لا يستطيع Vitrine تجاوزه. شغّله من جديد؛ كل ما حُفظ باقٍ.'
  },
  failedStart: {
    title: 'تعذّر تشغيل Vitrine',
    text: 'شغّله مرة أخرى. إذا فشل من جديد فأعد تثبيت Vitrine: متاجرك ومراجعاتك محفوظة. ما حدث مكتوب هنا:'
  },
  failedUpdate: {
    title: 'تعذّر تثبيت الإصدار الجديد',
    text: 'افتح Vitrine من جديد: ما زال لديك الإصدار السابق، وسيُعرض الجديد مرة أخرى.'
  },
  hang: {
    title: 'لا يستجيب Vitrine',
    text: 'يمكنك الانتظار أو إعادة تحميل النافذة. كل ما حُفظ يبقى كما هو.',
    wait: 'انتظار',
    reload: 'إعادة التحميل'
  }
}
