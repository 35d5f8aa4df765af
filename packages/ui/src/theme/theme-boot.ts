/** Local storage key of the theme preference: `light`, `dark` or absent for `system`. */
export const themeStorageKey = 'quarterdeck.theme';

/**
 * Script text that sets the stored theme before the first paint. Serve it as a static file and load it in the head
 * before the style sheet; without a stored choice the style sheet follows the system.
 */
export const themeBootScript = `try{var t=localStorage.getItem('${themeStorageKey}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;
