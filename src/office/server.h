/*
 * office/server.h: the office on the network: HTTPS by libmicrohttpd, in one thread that the caller
 * lends it.
 */
#ifndef QILI_OFFICE_SERVER_H
#define QILI_OFFICE_SERVER_H

#include "office/http.h"

typedef struct office_server office_server;

typedef struct office_server_options {
    uint16_t port;       /* 0: any that is free */
    bool loopback;       /* for this machine only */
    long head_ms;        /* until the head of a request is there; 0: 10000 */
    long whole_ms;       /* until it is answered; 0: 60000 */
    long idle_ms;        /* between two requests of a connection; 0: 75000 */
    const char *program; /* the office's, which reads pictures (reader.h); NULL: none are read */
} office_server_options;

enum { OFFICE_CONNECTIONS_MAX = 1000, OFFICE_CONNECTIONS_PER_ADDRESS = 500 };

/* Begins to listen. Errors: STORE_LIBRARY with what could not be done, NO_MEMORY. */
board_error office_server_start(office_house *office, const office_server_options *options,
                                office_server **server, store_problem *problem);

uint16_t office_server_port(const office_server *server);

/* Answers whatever comes, until a signal of `stop` (a descriptor that becomes readable; -1: none)
 * or for this many milliseconds (-1: for ever). */
void office_server_run(office_server *server, int stop, long most_ms);

/* Closes all connections. NULL does nothing. */
void office_server_stop(office_server *server);

#endif
