/*
 * office/routes.h: what can be asked for. Each function fills the call's reply.
 */
#ifndef QILI_OFFICE_ROUTES_H
#define QILI_OFFICE_ROUTES_H

#include "office/http.h"

/* Devices (device_routes.c). */
void office_route_office(office_call *call);
void office_route_enrolment(office_call *call);
void office_route_entries(office_call *call);
void office_route_news(office_call *call);

/* People (people_routes.c). */
void office_route_login(office_call *call);
void office_route_logout(office_call *call);
void office_route_invite(office_call *call);
void office_route_revoke(office_call *call);
void office_route_person(office_call *call);
void office_route_remove_person(office_call *call);
void office_route_event(office_call *call);

/* The chief arbiter's work (decision_routes.c). */
void office_route_uphold(office_call *call);
void office_route_overrule(office_call *call);
void office_route_pairings(office_call *call);

/* Where there is no network (carried_routes.c). */
void office_route_carried(office_call *call);
void office_route_code(office_call *call);

/* What is shown (hall.c, ruling_view.c). */
void office_route_hall(office_call *call);
void office_route_ruling(office_call *call);
void office_route_changes(office_call *call);

/* Files (export.c). */
void office_route_journal(office_call *call);
void office_route_sheets(office_call *call);
void office_route_penalties(office_call *call);
void office_route_results(office_call *call);

/* The page itself (page.c). */
void office_route_page(office_call *call);
void office_route_script(office_call *call);
void office_route_board_script(office_call *call);
void office_route_codes_script(office_call *call);
void office_route_style(office_call *call);
void office_route_texts(office_call *call);

#endif
