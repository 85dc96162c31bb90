/*
 * office/page_embedded.h: the files of src/office/page/, built into the program by
 * tools/embed-page.sh.
 */
#ifndef QILI_OFFICE_PAGE_EMBEDDED_H
#define QILI_OFFICE_PAGE_EMBEDDED_H

#include <stddef.h>

extern const char office_page_html[];
extern const size_t office_page_html_length;
extern const char office_page_js[];
extern const size_t office_page_js_length;
extern const char office_page_board_js[];
extern const size_t office_page_board_js_length;
extern const char office_page_codes_js[];
extern const size_t office_page_codes_js_length;
extern const char office_page_css[];
extern const size_t office_page_css_length;

#endif
