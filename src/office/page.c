/* office/page.c: the page and its texts, which are built into the program. */
#include <string.h>

#include "office/page_embedded.h"
#include "office/routes.h"

typedef struct page_text {
    const char *key;
    const char *texts[BOARD_LANGUAGES];
} page_text;

static const page_text texts[] = {
#define PAGE_TEXT(key, chinese, english) {(key), {(chinese), (english)}},
#include "office/page_texts.def"
#undef PAGE_TEXT
};

static void send_fixed(office_call *call, const char *type, const char *text, size_t length)
{
    call->reply->type = type;
    call->reply->fixed = text;
    call->reply->length = length;
}

void office_route_page(office_call *call)
{
    send_fixed(call, "text/html; charset=utf-8", office_page_html, office_page_html_length);
}

static const char script_type[] = "text/javascript; charset=utf-8";

void office_route_script(office_call *call)
{
    send_fixed(call, script_type, office_page_js, office_page_js_length);
}

void office_route_board_script(office_call *call)
{
    send_fixed(call, script_type, office_page_board_js, office_page_board_js_length);
}

void office_route_codes_script(office_call *call)
{
    send_fixed(call, script_type, office_page_codes_js, office_page_codes_js_length);
}

void office_route_style(office_call *call)
{
    send_fixed(call, "text/css; charset=utf-8", office_page_css, office_page_css_length);
}

void office_route_texts(office_call *call)
{
    json_t *object = json_object();

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        json_object_set_new(object, texts[i].key, json_string(texts[i].texts[call->language]));
    office_reply_json(call, object);
}
